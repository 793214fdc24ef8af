import { fillIn, setToken } from './console-page.ts';
import { ADMIN, expect, test } from './fixtures.ts';
import { bodyOf, bodyText, callAs, DETAIL, field, givenPost, typeBody } from './posts-page.ts';

const RESTORED = 'Unsaved changes were restored, from';

test('unsaved text survives a reload, and can be thrown away', async ({ page, signIn }) => {
  await signIn(page);
  const { postId } = await givenPost(page, { slug: 'reloaded', title: 'Stored', body: 'Stored text.' });
  await page.goto(`/admin/posts/news/${postId}/edit`);
  await typeBody(page, 'Typed text.');
  await page.reload();
  await expect(page.getByText(RESTORED)).toBeVisible();
  await expect.poll(() => bodyText(page)).toBe('Typed text.');
  await page.getByRole('link', { name: 'Create new' }).click();
  await expect(page.getByRole('dialog')).toContainText('will be lost');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect.poll(() => bodyText(page)).toBe('Stored text.');
  await page.reload();
  await expect(bodyOf(page)).toHaveText('Stored text.');
  await expect(page.getByText(RESTORED)).toBeHidden();
});

test('unsaved text survives a server that is down', async ({ browser, ownProduct, signIn }) => {
  const page = await browser.newPage({ baseURL: ownProduct.url, locale: 'en-US' });
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await field(page, 'Slug').fill('survivor');
  await field(page, 'Title').fill('Survivor');
  await typeBody(page, 'Before the crash.');
  await expect(page.locator('.preview-side')).toContainText('Before the crash.');
  await ownProduct.crash();
  await page.keyboard.insertText(' And after it.');
  await expect(page.getByText('The preview could not be updated.')).toBeVisible();
  await expect(page.locator('.preview-side')).toContainText('Before the crash.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Not saved yet: the server cannot be reached.')).toBeInViewport();
  await expect(page.locator('.toast')).toHaveCount(0);
  await expect.poll(() => bodyText(page)).toBe('Before the crash. And after it.');
  await ownProduct.startAgain();
  await page.reload();
  await expect(page.getByText(RESTORED)).toBeVisible();
  await expect.poll(() => bodyText(page)).toBe('Before the crash. And after it.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(DETAIL);
  await page.goto('/admin/posts/news/create');
  await expect(field(page, 'Slug')).toHaveValue('');
  await page.close();
});

test('a session that ends while somebody writes is asked for on top, and the save goes on', async ({
  page,
  signIn,
}) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await field(page, 'Slug').fill('after-hours');
  await field(page, 'Title').fill('After hours');
  await typeBody(page, 'Written before midnight.');
  await expect(page.locator('.preview-side')).toContainText('midnight');
  await setToken(page, 'accessToken', `e30.${Buffer.from('{"exp":1}').toString('base64url')}.signature`);
  await setToken(page, 'refreshToken', 'no-such-token');
  await page.getByRole('button', { name: 'Save draft' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Your session has ended');
  await dialog.locator('input').nth(0).fill(ADMIN.username);
  await dialog.locator('input').nth(1).fill(ADMIN.password);
  await dialog.locator('input').nth(1).press('Enter');
  await expect(page).toHaveURL(DETAIL);
  await expect(page.locator('.post-body')).toContainText('Written before midnight.');
});

test('whoever leaves for sign-in finds their text again, and another account does not', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await field(page, 'Title').fill('Half a thought');
  await page.waitForTimeout(400);
  await setToken(page, 'accessToken', 'gone');
  await setToken(page, 'refreshToken', 'no-such-token');
  await page.goto('/admin/posts/news/create');
  await expect(page).toHaveURL(/\/admin\/signin\?redirect=/);
  await fillIn(page, ADMIN);
  await expect(page.getByText(RESTORED)).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('Half a thought');
  const keys = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kawaraban.draft.')));
  expect(keys.map((key) => key.split('~')[0])).toEqual(['kawaraban.draft.admin.post.news.new']);
});

test('a save on an older version shows both and overwrites only if told to', async ({ page, signIn }) => {
  await signIn(page);
  const { postId } = await givenPost(page, { slug: 'contended', title: 'Mine', body: 'First.' });
  await page.goto(`/admin/posts/news/${postId}/edit`);
  await typeBody(page, 'My words.');
  await callAs(page, 'POST', `/admin/posts/news/${postId}`, { title: 'Theirs', body: 'Their words.' });
  await page.getByRole('button', { name: 'Save draft' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Somebody else has saved this post');
  await expect(dialog).toContainText('Their words.');
  await expect(dialog).toContainText('My words.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => bodyText(page)).toBe('My words.');

  await page.getByRole('button', { name: 'Save draft' }).click();
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await expect.poll(() => bodyText(page)).toBe('Their words.');
  await expect(field(page, 'Title')).toHaveValue('Theirs');
  await page.reload();
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await expect.poll(() => bodyText(page)).toBe('My words.');
  await callAs(page, 'POST', `/admin/posts/news/${postId}`, { body: 'Theirs once more.' });
  await page.getByRole('button', { name: 'Save draft' }).click();
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(page).toHaveURL(DETAIL);
  await expect(page.locator('.post-body')).toHaveText(/My words\./);
});
