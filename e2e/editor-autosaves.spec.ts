import { session } from './console-page.ts';
import { ADMIN, expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import { bodyText, DETAIL, field, givenPost, typeBody } from './posts-page.ts';

test('autosaved text opens in another browser, goes live when saved', async ({ page, browser, product, signIn }) => {
  await signIn(page);
  const { postId } = await givenPost(page, {
    slug: 'autosaved',
    title: 'Kept',
    body: 'Old text.',
    status: 'publish',
  });
  const form = `/admin/posts/news/${postId}/edit`;
  await goInConsole(page, form);
  await typeBody(page, 'New text.');
  await field(page, 'Title').fill('Typed');
  await expect(page.getByRole('status').getByText(/^Autosaved \d{2}:\d{2}$/)).toBeVisible();
  const publicPage = async () => (await page.request.get('/posts/news/autosaved')).text();
  expect(await publicPage()).toContain('Old text.');

  const other = await browser.newContext({ locale: 'en-US', baseURL: product.url });
  const otherPage = await other.newPage();
  await signIn(otherPage, ADMIN, form);
  await expect(otherPage.getByText('Unsaved changes restored from')).toBeVisible();
  await expect(field(otherPage, 'Title')).toHaveValue('Typed');
  await expect.poll(() => bodyText(otherPage)).toBe('New text.');
  await otherPage.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(otherPage).toHaveURL(DETAIL);
  expect(await publicPage()).toContain('New text.');

  const { accessToken } = await session(otherPage);
  const copy = await page.request.get(`/api/admin/posts/news/${postId}/working-copy`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(await copy.json()).toBeNull();
  await other.close();
});
