import type { Page } from '@playwright/test';
import { ADMIN, expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import {
  bodyOf,
  bodyText,
  callAs,
  chooseMode,
  DETAIL,
  field,
  givenPost,
  modeOf,
  moveCaret,
  typeBody,
} from './posts-page.ts';

const dialog = (page: Page) => page.getByRole('dialog');

async function convert(page: Page, to: string): Promise<void> {
  await chooseMode(page, to);
  await dialog(page).getByRole('button', { name: 'Convert' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

test('text is converted to another format, reports losses and back', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await field(page, 'Slug').fill('switched');
  await field(page, 'Title').fill('switched');
  const markdown = '## Print\n\nA **bold** word and a [link](https://example.com).\n\n- one\n- two';
  await typeBody(page, markdown);

  await chooseMode(page, 'Rich text');
  await expect(dialog(page)).toContainText('Nothing is lost.');
  await expect(dialog(page).getByRole('button', { name: 'Keep text unchanged' })).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => bodyText(page)).toBe(markdown);

  await convert(page, 'Rich text');
  await expect(page.locator('.ProseMirror h2')).toHaveText('Print');
  await expect(page.locator('.ProseMirror strong')).toHaveText('bold');
  await expect(page.getByText('This body was originally written in Markdown')).toBeVisible();
  await chooseMode(page, 'HTML');
  await expect(bodyOf(page)).toContainText('<strong>bold</strong>');
  await convert(page, 'Markdown');
  await expect.poll(() => bodyText(page)).toBe(markdown);

  await chooseMode(page, 'Plain text');
  for (const lost of ['emphasis', 'lists', 'headings']) {
    await expect(dialog(page).getByRole('listitem').filter({ hasText: lost })).toBeVisible();
  }
  await dialog(page).getByRole('button', { name: 'Convert' }).click();
  await expect(bodyOf(page)).toContainText('A bold word and a link (https://example.com).');
  await page.getByRole('button', { name: 'Go back to the previous body' }).click();
  await expect(modeOf(page)).toHaveValue('Markdown');
  await expect.poll(() => bodyText(page)).toBe(markdown);

  await chooseMode(page, 'Plain text');
  await dialog(page).getByRole('button', { name: 'Keep text unchanged' }).click();
  await expect.poll(() => bodyText(page)).toBe(markdown);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(DETAIL);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(modeOf(page)).toHaveValue('Plain text');
  await expect(page.getByRole('button', { name: 'Go back to the previous body' })).toHaveCount(0);
});

test('former texts survive edits and end with the draft', { tag: '@extended' }, async ({
  page,
  signIn,
  expectNothingFromAxe,
}) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await field(page, 'Title').fill('There and back');
  await typeBody(page, '**One** word');
  await convert(page, 'Rich text');
  await expect(bodyOf(page)).toBeFocused();
  await moveCaret(page, 'ControlOrMeta+End');
  await page.keyboard.type(' more');

  const back = page.getByRole('button', { name: 'Go back to the previous body' });
  await back.click();
  await expect.poll(() => bodyText(page)).toBe('**One** word');
  await expect(bodyOf(page)).toBeFocused();
  const reported = page.locator('.toast').filter({ hasText: 'Previous body restored' });
  await reported.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.ProseMirror')).toHaveText('One word more');
  await back.click();
  await expect.poll(() => bodyText(page)).toBe('**One** word');
  await back.click();
  await expect(page.locator('.ProseMirror')).toHaveText('One word more');

  // A second switch keeps the first text; undo does not cross mode switches.
  await convert(page, 'Plain text');
  await expect.poll(() => bodyText(page)).toBe('One word more');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => bodyText(page)).toBe('One word more');
  await convert(page, 'HTML');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => bodyText(page)).toContain('<p>One word more');
  await page.getByRole('button', { name: 'Go back to the original body (Markdown)' }).click();
  await expect.poll(() => bodyText(page)).toBe('**One** word');
  await moveCaret(page, 'ControlOrMeta+End');
  await page.keyboard.type('!');
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => bodyText(page)).toBe('**One** word');

  await page.keyboard.type('?');
  await page.reload();
  await expect(back).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(back).toHaveCount(0);
  await typeBody(page, '**Two**');
  await convert(page, 'Plain text');
  await expect(back).toBeVisible();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await dialog(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/admin/posts/news');
  await goInConsole(page, '/admin/posts/news/create');
  await expect(bodyOf(page)).toBeVisible();
  await expect(back).toHaveCount(0);

  await typeBody(page, '**Three**');
  await chooseMode(page, 'JSON');
  await expect(dialog(page)).toContainText('one JSON string');
  await expectNothingFromAxe(page);
  await dialog(page).getByRole('button', { name: 'Convert' }).click();
  await expect.poll(() => bodyText(page)).toBe('"**Three**"');
  await convert(page, 'Markdown');
  await expect.poll(() => bodyText(page)).toBe('**Three**');
});

test('rich text keeps HTML that it cannot edit', { tag: '@extended' }, async ({ page, signIn }) => {
  await signIn(page);
  const body =
    '<p style="color: red">Red</p>\n<details><summary>More</summary><p>Inside</p></details>\n<p><ruby>瓦<rt>かわら</rt></ruby> H<sub>2</sub>O</p>';
  const rich = { slug: 'kept', title: 'Kept', bodyFormat: 'html', editorMode: 'richText', body };
  const { postId } = await givenPost(page, rich);
  await goInConsole(page, `/admin/posts/news/${postId}/edit`);
  const missing = page.getByRole('region', { name: 'Some content can’t be edited as rich text' });
  await expect(missing).toContainText('colors and styles');
  await expect(page.locator('.ProseMirror')).toHaveAttribute('contenteditable', 'false');
  await missing.getByRole('button', { name: 'Edit as HTML' }).click();
  await expect.poll(() => bodyText(page)).toBe(body);
  await chooseMode(page, 'Rich text');
  await expect(dialog(page).getByRole('listitem')).toHaveText(['colors and styles']);
  await dialog(page).getByRole('button', { name: 'Convert' }).click();
  await expect(page.locator('.ProseMirror .kept-html code')).toContainText('<details>');
  await expect(page.locator('.ProseMirror ruby rt')).toHaveText('かわら');
  await page.locator('.ProseMirror p').first().click();
  await moveCaret(page, 'End');
  await page.keyboard.type('!');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(DETAIL);
  const saved = (await callAs(page, 'GET', `/admin/posts/news/${postId}`)) as { body: string };
  expect(saved.body).toBe(body.replace(' style="color: red"', '').replace('Red', 'Red!'));
});
