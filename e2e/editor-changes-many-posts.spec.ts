import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import { overflowOf } from './page-measures.ts';
import { callAs, givenPost, type MadePost } from './posts-page.ts';

const box = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true });
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const bar = (page: Page) => page.getByRole('group', { name: 'Selected posts' });
const undo = (page: Page) => page.locator('.toast').getByRole('button', { name: 'Undo' });

async function openCategory(page: Page, slug: string): Promise<void> {
  await goInConsole(page, `/admin/posts/news?sort=title&order=asc&category=${slug}`);
}

test('editor publishes many posts and undoes it', async ({ page, signIn }) => {
  await signIn(page);
  const category = 'seasons';
  await callAs(page, 'POST', '/admin/categories/news', { slug: category, label: category });
  const made: MadePost[] = [];
  for (const title of ['Aki', 'Fuyu', 'Haru']) {
    made.push(await givenPost(page, { slug: `season-${title}`.toLowerCase(), title, category }));
  }
  await givenPost(page, { slug: 'season-later', title: 'Later', category, publishAt: '2099-01-01T10:07:00Z' });
  await givenPost(page, { slug: 'season-live', title: 'Live', category, status: 'publish', tags: [{ label: '季節' }] });
  await openCategory(page, category);

  await box(page, 'Aki').click();
  await box(page, 'Live').click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('5 posts selected');
  await bar(page).getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const summary = ['3 posts will be published', '1 post will be scheduled', '1 is already published or scheduled'];
  for (const text of summary) await expect(dialog.locator('.bulk-summary')).toContainText(text);
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.locator('.toast')).toContainText('Posts changed: 4. Unchanged: 1.');
  await expect(row(page, 'Later')).toContainText('Scheduled for');
  await expect(row(page, 'Aki')).toContainText('Published');

  const [aki, , haru] = made;
  await callAs(page, 'POST', `/admin/posts/news/${aki?.postId}`, { label: 'Changed since' });
  await undo(page).click();
  await expect(dialog).toContainText('Aki');
  await expect(dialog).toContainText('1 post was not changed');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(row(page, 'Haru')).toContainText('Draft');
  await expect(row(page, 'Aki')).toContainText('Published');
  const statuses = [aki, haru].map((post) => callAs(page, 'GET', `/admin/posts/news/${post?.postId}`));
  expect(await Promise.all(statuses)).toMatchObject([{ status: 'published' }, { status: 'draft' }]);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Tags', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await row(page, 'Live').getByRole('link', { name: '季節' }).click();
  await expect(page.locator('.post-name > a')).toHaveText(['Live']);
});

test.describe('on a phone', { tag: '@extended' }, () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true });

  test('editor deletes many posts by touch and undoes it', async ({ page, signIn, expectNothingFromAxe }) => {
    await signIn(page);
    const category = 'leaving';
    await callAs(page, 'POST', '/admin/categories/news', { slug: category, label: category });
    const titles = ['Ice', 'Snow'];
    for (const title of titles) await givenPost(page, { slug: `leaving-${title.toLowerCase()}`, title, category });
    await openCategory(page, category);
    for (const title of titles) await box(page, title).tap();
    await expect(bar(page)).toBeInViewport();
    await expectNothingFromAxe(page);
    expect(await overflowOf(page)).toBe(0);
    await bar(page).getByRole('button', { name: 'Delete' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap();
    for (const title of titles) await expect(row(page, title)).toHaveCount(0);
    await undo(page).tap();
    for (const title of titles) await expect(row(page, title)).toBeVisible();
  });
});
