import { expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import { callAs, givenPost } from './posts-page.ts';

test('old slugs redirect; a renewed preview link replaces the former', async ({ page, request, signIn }) => {
  await signIn(page);
  const { postId } = await givenPost(page, { slug: 'old-name', title: 'Renamed', status: 'publish' });
  await callAs(page, 'POST', `/admin/posts/news/${postId}`, { slug: 'new-name' });
  const moved = await request.get('/posts/news/old-name?from=mail', { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([301, '/posts/news/new-name?from=mail']);
  expect(moved.headers()['cache-control']).toBe('no-cache');
  const called = await request.get('/api/posts/news/old-name');
  expect([called.url(), (await called.json()).postId]).toEqual([expect.stringMatching(/new-name$/), postId]);

  const draft = await givenPost(page, { slug: 'secret', title: 'Secret', body: '[out](https://example.com/)' });
  await goInConsole(page, `/admin/posts/news/${draft.postId}`);
  const link = page.getByRole('link', { name: 'Preview', exact: true });
  const address = (await link.getAttribute('href')) ?? '';
  const response = await request.get(address);
  expect(response.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  });
  const shown = await response.text();
  expect(shown).toContain('This is a draft. Only people with this link can read it.');
  expect(shown).toContain('<meta name="robots" content="noindex"/>');

  await page.getByRole('button', { name: 'Create new link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create new link' }).click();
  await expect(page.getByText('New preview link created')).toBeVisible();
  await expect(link).not.toHaveAttribute('href', address);
  expect((await request.get(address)).status()).toBe(404);
  expect((await request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200);
});
