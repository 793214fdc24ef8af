import type { APIRequestContext } from '@playwright/test';
import { ADMIN, expect, test } from './fixtures.ts';
import { DETAIL } from './posts-page.ts';

const SLUG = 'the-bridge';
const TITLE = 'The bridge 橋';

test('readers see each step from first draft to deletion', async ({ page, request, signIn }) => {
  const dialog = page.getByRole('dialog');
  const editor = page.getByRole('textbox', { name: 'Body', exact: true });
  const deletePost = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(dialog).toContainText(TITLE);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/\/admin\/posts\/news(\?.*)?$/);
  };
  const deleted = { status: 404, text: undefined, isListed: false };

  await signIn(page, ADMIN, '/admin/posts/news/create');
  await page.getByLabel('Slug', { exact: true }).fill(SLUG);
  await page.getByLabel('Title', { exact: true }).fill(TITLE);
  await page.getByRole('combobox', { name: 'Body format' }).click();
  await page.getByRole('option', { name: 'Markdown', exact: true }).click();
  await expect(page.locator('.cm-content')).toBeVisible();
  await editor.click();
  await page.keyboard.insertText('## 日本橋\n\nIt is **open** again.');
  await expect(page.locator('.prose strong', { hasText: 'open' })).toBeVisible();
  await page.getByRole('button', { name: 'Save draft', exact: true }).click();
  await expect(page).toHaveURL(DETAIL);
  expect(await asReader(request)).toEqual(deleted);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Changed publish status')).toBeVisible();
  expect(await asReader(request)).toEqual({ status: 200, text: 'open', isListed: true });

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('It is **closed** again.');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page).toHaveURL(DETAIL);
  expect(await asReader(request)).toEqual({ status: 200, text: 'closed', isListed: true });

  await page.getByRole('button', { name: 'Unpublish', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
  expect(await asReader(request)).toEqual(deleted);

  await deletePost();
  await page
    .locator('.toast', { hasText: 'Moved to the trash' })
    .getByRole('button', { name: 'Undo', exact: true })
    .click();
  await expect(page).toHaveURL(DETAIL);
  await expect(page.getByText('Post restored')).toBeVisible();
  await deletePost();
  await expect(page.getByRole('link', { name: TITLE })).toHaveCount(0);
});

async function asReader(request: APIRequestContext) {
  const post = await request.get(`/posts/news/${SLUG}`);
  const list = await (await request.get('/posts/news')).text();
  const text = /It is <strong>(\w+)<\/strong> again/.exec(await post.text())?.[1];
  return { status: post.status(), text, isListed: list.includes(TITLE) };
}
