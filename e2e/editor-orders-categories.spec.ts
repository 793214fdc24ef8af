import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CDPSession, Page } from '@playwright/test';
import { newPage } from './console-page.ts';
import { ADMIN, expect, ownBaseURL, test } from './fixtures.ts';
import { callAs, field, givenPost, settle } from './posts-page.ts';

test.use({ baseURL: ownBaseURL });

const LIST = '/admin/categories/news';

test('an editor makes categories, carries them by keys, pointer and finger, and takes it back', async ({
  page,
  signIn,
  expectNothingFromAxe,
}) => {
  test.slow();
  await signIn(page, ADMIN, LIST);
  await makeOne(page);
  for (const [slug, parentCategorySlug] of [['tokyo', 'events'], ['shibuya', 'tokyo'], ['notes'], ['ink', 'notes']]) {
    await callAs(page, 'POST', '/admin/categories/news', { slug, label: slug, parentCategorySlug });
  }
  await page.reload();
  await page.getByRole('button', { name: 'Expand all' }).click();
  const start = ['guide', 'c-17c9e416', 'events', '- tokyo', '-- shibuya', 'notes', '- ink'];
  await expect.poll(() => treeOf(page)).toEqual(start);
  await expectNothingFromAxe(page);

  await test.step('by keys, each place told, and back', async () => {
    await handleOf(page, 'notes').focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Picked up notes. At the top, place 4 of 4.')).toBeAttached();
    await settle(page);
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('Below tokyo, place 1 of 2.')).toBeAttached();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText('At the top, place 4 of 4.')).toBeAttached();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('Below events, place 2 of 2.')).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(page.getByText('notes is back where it was.')).toBeAttached();
    await page.keyboard.press('Enter');
    await settle(page);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect.poll(() => treeOf(page)).toEqual([...start.slice(0, 5), '- notes', '-- ink']);
    await expect(handleOf(page, 'notes')).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Moved back')).toBeVisible();
    await expect.poll(() => treeOf(page)).toEqual(start);
  });

  await test.step('by pointer, below another one', async () => {
    await carry(page, 'guide', { onto: 'events', by: 30 });
    await expect
      .poll(() => treeOf(page))
      .toEqual(['c-17c9e416', 'events', '- guide', '- tokyo', '-- shibuya', 'notes', '- ink']);
    await page.reload();
    await expect(rowOf(page, 'guide')).toBeVisible();
    expect((await treeOf(page)).slice(0, 3)).toEqual(['c-17c9e416', 'events', '- guide']);
  });

  await test.step('by the menu, up and to another parent', async () => {
    await act(page, 'notes', 'Move up');
    await expect
      .poll(() => treeOf(page))
      .toEqual(['c-17c9e416', 'notes', '- ink', 'events', '- guide', '- tokyo', '-- shibuya']);
    await act(page, 'guide', 'Move to…');
    const parent = page.getByRole('combobox', { name: 'Parent category' });
    await expect(parent).toHaveValue('events');
    await parent.click();
    await expectNothingFromAxe(page);
    await expect(page.getByRole('treeitem', { name: 'guide' })).toHaveAttribute('aria-disabled', 'true');
    await parent.press('Escape');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.getByRole('button', { name: 'Clear Parent category' }).click();
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await expect.poll(async () => (await treeOf(page)).at(-1)).toBe('guide');
  });

  await test.step('what holds something is not deleted, and says what; the rest can come back', async () => {
    await givenPost(page, { slug: 'in-ink', title: 'In ink', category: 'ink' });
    await act(page, 'events', 'Delete');
    await expect(page.getByRole('dialog')).toContainText('1 category stands below it');
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
    await act(page, 'ink', 'Delete');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'ink cannot be deleted yet' })).toContainText(
      'There are posts in it',
    );
    await page.getByRole('link', { name: 'Show its posts' }).click();
    await expect(page).toHaveURL('/admin/posts/news?category=ink');
    await page.goBack();
    await act(page, 'shibuya', 'Delete');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(rowOf(page, 'shibuya')).toHaveCount(0);
    await page.locator('.toast').filter({ hasText: 'Deleted' }).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => treeOf(page)).toContain('-- shibuya');
  });
});

test('on a phone categories are carried by finger, in Japanese', async ({ browser, ownProduct, signIn }) => {
  const page = await browser.newPage({
    ...{ baseURL: ownProduct.url, locale: 'ja-JP', hasTouch: true, colorScheme: 'dark' },
    viewport: { width: 390, height: 844 },
  });
  await signIn(page, ADMIN, LIST);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('カテゴリー管理');
  await callAs(page, 'POST', '/admin/categories/news', { slug: 'tokyo', label: '東京' });
  await page.reload();
  await rowOf(page, 'tokyo').waitFor();
  const from = await middleOf(page, '[data-slug=tokyo] .category-handle');
  const to = await middleOf(page, '[data-slug=guide]');
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  for (const part of [0.2, 0.6, 1]) await touch('touchMove', [{ x: from.x, y: from.y + (to.y - 14 - from.y) * part }]);
  await touch('touchEnd', []);
  await expect.poll(() => treeOf(page)).toEqual(['tokyo', 'guide', 'c-17c9e416']);
  await expect(page.getByText('「東京」を移動しました')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.close();
});

test('a viewer sees the tree and its posts, and can change nothing', async ({ browser, ownProduct, signIn }) => {
  const page = await newPage(browser, ownProduct.url);
  await signIn(page, ADMIN, '/admin');
  const database = new DatabaseSync(join(ownProduct.dataDir, 'kawaraban.db'));
  database.exec('pragma busy_timeout = 5000');
  database.prepare("update users set role = 'viewer'").run();
  database.close();
  await page.goto(LIST);
  await rowOf(page, 'guide').waitFor();
  await expect(page.locator('.category-tree button')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Create', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Guide' }).click();
  await expect(page).toHaveURL('/admin/posts/news?category=guide');
  await page.goto('/admin/tags/news');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Posts Tag Management');
  await expect(page.locator('main').getByRole('button')).toHaveCount(0);
  await page.goto(`${LIST}/create`);
  await expect(page).toHaveURL(/\/error\/forbidden/);
  await page.close();
});

/** Makes `events` in the form; a composition in its fields picks, submits and closes nothing. */
async function makeOne(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Create', exact: true }).click();
  const ime = await page.context().newCDPSession(page);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(field(page, 'Slug')).toBeFocused();
  const parent = page.getByRole('combobox', { name: 'Parent category' });
  await parent.click();
  await compose(ime, 'つかいかた');
  await pressWhileComposing(ime, 'Enter');
  await pressWhileComposing(ime, 'Escape');
  await expect(page.getByRole('combobox', { name: 'Parent category', expanded: true })).toHaveValue('つかいかた');
  await ime.send('Input.insertText', { text: '使い方' });
  await expect(page.getByRole('treeitem')).toHaveText(['使い方']);
  await page.keyboard.press('Enter');
  await expect(parent).toHaveValue('使い方');
  await page.getByRole('button', { name: 'Clear Parent category' }).click();
  await parent.press('ArrowDown');
  await parent.press('ArrowDown');
  await parent.press('Enter');
  await expect(parent).toHaveValue('Guide');
  await page.getByRole('button', { name: 'Clear Parent category' }).click();
  await field(page, 'Slug').fill('guide');
  await expect(page.getByText('This slug is already in use')).toBeVisible();
  await field(page, 'Slug').fill('events');
  await expect(page.getByText('This slug is free.')).toBeVisible();
  await field(page, 'Label').click();
  await compose(ime, 'もよおし');
  await pressWhileComposing(ime, 'Enter');
  await expect(page).toHaveURL(`${LIST}/create`);
  await ime.send('Input.insertText', { text: '催し' });
  await page.reload();
  await expect(field(page, 'Label')).toHaveValue('催し');
  await field(page, 'Label').fill('events');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Create completed')).toBeVisible();
  await expect(page).toHaveURL(LIST);
}

function rowOf(page: Page, slug: string) {
  return page.locator(`[data-slug="${slug}"]`);
}

function handleOf(page: Page, slug: string) {
  return rowOf(page, slug).locator('.category-handle');
}

async function act(page: Page, slug: string, action: string): Promise<void> {
  await rowOf(page, slug).getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** The slugs as they are seen, each level a dash. */
function treeOf(page: Page): Promise<string[]> {
  return page.locator('.category-row').evaluateAll((rows) =>
    rows.map((row) => {
      const depth = Number((row as HTMLElement).style.getPropertyValue('--depth'));
      return `${'-'.repeat(depth)} ${row.getAttribute('data-slug')}`.trim();
    }),
  );
}

async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Carries a category below the row of another one, and so far to the side. */
async function carry(page: Page, slug: string, { onto, by }: { onto: string; by: number }): Promise<void> {
  const from = await middleOf(page, `[data-slug="${slug}"] .category-handle`);
  const to = await middleOf(page, `[data-slug="${onto}"]`);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.move(from.x + by, to.y + 14, { steps: 4 });
  await page.mouse.up();
}

async function compose(ime: CDPSession, text: string): Promise<void> {
  await ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
}

/** A key that the input method takes for itself. */
async function pressWhileComposing(ime: CDPSession, key: string): Promise<void> {
  const event = { key, code: key, windowsVirtualKeyCode: 229 };
  await ime.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
  await ime.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
}
