import type { Page } from '@playwright/test';
import { ADMIN, expect, test } from './fixtures.ts';
import { bodyOf, bodyText, DETAIL, field, focusMarkdownBody, givenPost, moveCaret, typeBody } from './posts-page.ts';

test.use({ timezoneId: 'America/New_York' });

test('scheduled post keeps its input and shows its publish time', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await field(page, 'Title').fill('What’s new in Edo?');
  await field(page, 'Title').blur();
  await expect(field(page, 'Slug')).toHaveValue('whats-new-in-edo');
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.keyboard.type('gui');
  await page.getByRole('treeitem', { name: 'Guide' }).click();
  await page.getByRole('button', { name: 'Add link' }).click();
  await field(page, 'URL 1').fill('https://example.com/map');
  await field(page, 'Label 1').fill('Map');
  await page.getByRole('combobox', { name: 'Tags' }).fill('edo, 版画、');
  await page.getByRole('combobox', { name: 'Tags' }).pressSequentially('still typed');
  await field(page, 'Description').fill('In one line');
  await field(page, 'Author').fill('Hanako');
  await field(page, 'Label').fill('Short');
  await field(page, 'Content ID').fill('talk-1');
  await page.getByRole('checkbox', { name: 'Hide from lists' }).check();
  await field(page, 'Publish date and time').fill('2099-07-01T10:07');
  const goesLive = 'July 1, 2099 at 10:10 AM EDT';
  await expect(page.getByText(goesLive)).toBeVisible();
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
  await expect(page).toHaveURL(DETAIL);

  await expect(page.getByText(`This post is not published yet. Scheduled for ${goesLive}`)).toBeVisible();
  await expect(page.getByText('July 1, 2099 at 10:07 AM EDT')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Map' })).toHaveAttribute('href', 'https://example.com/map');
  const facts = ['edo', '版画', 'still typed', 'In one line', 'Hanako', 'Short', 'talk-1'];
  for (const text of [...facts, 'This post is hidden from lists.']) {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  const preview = (await page.getByRole('link', { name: 'Preview' }).getAttribute('href')) ?? '';
  expect(preview).toMatch(/\/posts\/news\/whats-new-in-edo\?token=[0-9a-f]{64}$/);
  expect((await page.request.get(preview)).status()).toBe(200);
  expect((await page.request.get('/posts/news/whats-new-in-edo')).status()).toBe(404);

  await page.getByRole('link', { name: 'Guide' }).click();
  await expect(page).toHaveURL('/admin/posts/news?category=guide');
  await expect(page.getByRole('row', { name: /Scheduled.*Jul 1, 2099, 10:10 AM EDT.*What’s new/ })).toBeVisible();
});

test('saving by key keeps the cursor; direct editing saves', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await field(page, 'Slug').fill('by-key');
  await field(page, 'Title').fill('By key');
  await typeBody(page, 'one three');
  for (const _ of 'three') await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit post');
  await expect(bodyOf(page)).toBeFocused();
  await page.keyboard.insertText('two ');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Edit completed')).toBeVisible();
  await expect.poll(() => bodyText(page)).toBe('one two three');

  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'By key', exact: true }).click();
  await page.getByRole('button', { name: 'Quick edit' }).click();
  await expect(bodyOf(page)).toBeFocused();
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+b');
  await expect.poll(() => bodyText(page)).toBe('**one two three**');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Bold' })).toBeFocused();
  await moveCaret(page, 'End');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect.poll(() => bodyText(page)).toBe('> **one two three**');
  await page.keyboard.press('Tab');
  await expect(save).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.post-body blockquote strong')).toHaveText('one two three');
});

test('typing costs about the same in half a million characters', { tag: '@extended' }, async ({ page, signIn }) => {
  await signIn(page);
  const paragraph = `${'A sentence that goes on for a while, as sentences do. '.repeat(20)}\n\n`;
  const costOfTyping = async (slug: string, body: string) => {
    const { postId } = await givenPost(page, { slug, title: 'Title', body });
    const form = await page.context().newPage();
    await form.goto(`/admin/posts/news/${postId}/edit`);
    await bodyOf(form).click();
    await moveCaret(form, 'ControlOrMeta+Home');
    const cpuTime = await watchCpuTime(form);
    const before = await cpuTime();
    await form.keyboard.type('Twenty letters typed');
    await expect(bodyOf(form).locator('.cm-line').first()).toHaveText(/^Twenty letters typed/);
    return (await cpuTime()) - before;
  };
  const short = await costOfTyping('short', paragraph.repeat(5));
  const long = await costOfTyping('long', paragraph.repeat(460));
  expect(short).toBeGreaterThan(0);
  expect(long / short).toBeLessThan(8);
});

test('post list does not load the editor', { tag: '@extended' }, async ({ page, signIn }) => {
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url());
  });
  const withEditor = async () => {
    const bodies = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).text()));
    return bodies.filter((body) => body.includes('cm-scroller')).length;
  };
  await signIn(page, ADMIN, '/admin/posts/news');
  await expect(page.locator('.post-table')).toBeVisible();
  expect(await withEditor()).toBe(0);
  await page.getByRole('link', { name: 'Create', exact: true }).click();
  await expect(bodyOf(page)).toBeVisible();
  expect(await withEditor()).toBe(0);
  await focusMarkdownBody(page);
  expect(await withEditor()).toBeGreaterThan(0);
});

/** Returns a function that reads the processor time of the page's main thread in seconds. */
async function watchCpuTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
}
