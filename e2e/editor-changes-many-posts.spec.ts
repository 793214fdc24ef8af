import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { callAs, givenPost, type MadePost } from './posts-page.ts';

const box = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true });
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const bar = (page: Page) => page.getByRole('group', { name: 'Selected posts' });
const toast = (page: Page) => page.locator('.toast');

test('many posts are chosen and changed in one step, with a summary before and a way back after', async ({
  browser,
  ownProduct,
  signIn,
  expectNothingFromAxe,
}) => {
  const context = await browser.newContext({ baseURL: ownProduct.url, locale: 'en-US', timezoneId: 'Asia/Tokyo' });
  const page = await context.newPage();
  await signIn(page);
  const made: MadePost[] = [];
  for (const title of ['Aki', 'Fuyu', 'Haru']) made.push(await givenPost(page, { slug: title, title }));
  const publishAt = '2099-01-01T10:07:00Z';
  await givenPost(page, { slug: 'later', title: 'Later', publishAt });
  await givenPost(page, { slug: 'live', title: 'Live', status: 'publish', tags: [{ label: '東京' }] });

  await page.goto('/admin/posts/news?sort=title&order=asc');
  await test.step('boxes by mouse, range and keyboard', async () => {
    await box(page, 'Aki').click();
    await box(page, 'Haru').click({ modifiers: ['Shift'] });
    await expect(bar(page)).toContainText('3 posts selected');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(box(page, 'Later')).toBeFocused();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(bar(page)).toContainText('5 posts selected');
    await page.keyboard.press('Escape');
    await expect(bar(page).getByRole('button')).toHaveCount(0);
    await page.keyboard.press('Space');
    await expect(box(page, 'Live')).toBeChecked();
    for (const title of ['Later', 'Haru', 'Fuyu', 'Aki']) await box(page, title).click();
    await expectNothingFromAxe(page);
  });

  const dialog = page.getByRole('dialog');
  await test.step('publishing says what will change, and is taken back', async () => {
    await bar(page).getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(dialog).toContainText('Publish 5 posts');
    const said = ['3 posts will be published', '1 post will be reserved', '1 is published or reserved already'];
    for (const text of said) await expect(dialog.locator('.bulk-summary')).toContainText(text);
    await expect(dialog).toContainText('Are you sure you want to publish?');
    await expectNothingFromAxe(page);
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(toast(page)).toContainText('Posts changed: 4. As they were already: 1.');
    await expect(row(page, 'Later')).toContainText('Goes live Jan 1, 2099, 7:10 PM GMT+9');
    await expect(row(page, 'Aki')).toContainText('Published');
    const [aki] = made;
    await callAs(page, 'POST', `/admin/posts/news/${aki?.postId}`, { label: 'Changed since' });
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('dialog')).toContainText('Aki');
    await expect(page.getByRole('dialog')).toContainText('1 post stays as it is now');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect(row(page, 'Haru')).toContainText('Draft');
    await expect(row(page, 'Aki')).toContainText('Published');
  });

  await test.step('tags are added to the posts that lack them', async () => {
    for (const title of ['Live', 'Haru']) await box(page, title).click();
    await bar(page).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Add tags…' }).click();
    await dialog.locator('input').first().fill('東京、');
    await expect(dialog).toContainText('1 post will get tags');
    await expect(dialog).toContainText('1 has these tags already');
    await dialog.getByRole('button', { name: 'Add tags' }).click();
    await expect(toast(page).last()).toContainText('Posts changed: 1.');
  });

  await test.step('columns are remembered, and a tag leads to its posts', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Tags', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Created', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(page.getByRole('columnheader', { name: 'Tags' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveCount(0);
    await row(page, 'Live').getByRole('link', { name: '東京' }).click();
    await expect(page).toHaveURL(/[?&]tag=/);
    await expect(page.locator('.post-name > a')).toHaveText(['Haru', 'Live']);
    await page.getByRole('link', { name: 'Draft', exact: true }).click();
    await expect(page).toHaveURL(/status=draft/);
    await expect(page.locator('.post-name > a')).toHaveText(['Haru']);
    await page.reload();
    await expect(page.locator('.post-name > a')).toHaveText(['Haru']);
    await page.getByLabel('Posts per page').selectOption('50');
    await expect(page).toHaveURL(/count=50/);
    await page.goto('/admin/posts/news');
    await expect(page.getByLabel('Posts per page')).toHaveValue('50');
    await page.goto('/admin/posts/news?tag=nobody');
    await expect(page.getByText('No post matches')).toBeVisible();
  });

  await test.step('on a phone posts are deleted and come back', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/admin/posts/news?sort=title&order=asc');
    for (const title of ['Fuyu', 'Haru']) await box(page, title).click();
    await expect(bar(page)).toBeInViewport();
    await expectNothingFromAxe(page);
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await expect(dialog).toContainText('Are you sure you want to delete?');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(row(page, 'Fuyu')).toHaveCount(0);
    const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isTooWide).toBe(false);
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 'Fuyu')).toBeVisible();
    await expect(row(page, 'Haru')).toBeVisible();
  });
  await context.close();
});
