import { newPage } from './console-page.ts';
import { ADMIN, expect, test } from './fixtures.ts';
import { bodyText, DETAIL, field, typeBody } from './posts-page.ts';

test('unsaved text survives a server crash and a reload', async ({ browser, ownProduct, signIn }) => {
  const page = await newPage(browser, ownProduct.url);
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await field(page, 'Slug').fill('survivor');
  await field(page, 'Title').fill('Survivor');
  await typeBody(page, 'Before the crash.');
  await expect(page.locator('.preview-side')).toContainText('Before the crash.');
  await ownProduct.crash();
  await page.keyboard.insertText(' And after it.');
  await expect(page.getByText('The preview couldn’t be updated.')).toBeVisible();
  await expect(page.locator('.preview-side')).toContainText('Before the crash.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Not saved yet: the server can’t be reached.')).toBeInViewport();
  await expect(page.locator('.toast')).toHaveCount(0);
  await expect.poll(() => bodyText(page)).toBe('Before the crash. And after it.');

  await ownProduct.startAgain();
  await page.reload();
  await expect(page.getByText('Unsaved changes restored from')).toBeVisible();
  await expect.poll(() => bodyText(page)).toBe('Before the crash. And after it.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(DETAIL);
  await page.getByRole('link', { name: 'Create new' }).click();
  await expect(field(page, 'Slug')).toHaveValue('');
  await page.close();
});
