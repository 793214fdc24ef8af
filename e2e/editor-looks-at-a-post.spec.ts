import { expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import { callAs, givenPost } from './posts-page.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('editor previews, publishes, deletes and restores a post', async ({ page, signIn }) => {
  await signIn(page);
  const { postId } = await givenPost(page, { slug: 'tour', title: 'A tour', body: 'Along the *river*.' });
  const groups = { Picks: 'picks', 川べり: 'riverside' };
  for (const [label, slug] of Object.entries(groups)) {
    await callAs(page, 'POST', '/admin/posts/news/groups', { slug, label, postIds: [postId] });
  }
  await goInConsole(page, `/admin/posts/news/${postId}`);
  const facts = page.locator('.post-facts');

  await facts.getByRole('button', { name: 'Copy URL' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\?token=[0-9a-z]+$/);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect((await page.request.get(new URL(copied).pathname)).status()).toBe(404);
  expect((await page.request.get(copied)).status()).toBe(200);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.locator('.post-state-line')).toContainText('Published');
  const file = facts.getByRole('link', { name: 'posts/news/tour.json' });
  expect((await page.request.get((await file.getAttribute('href')) ?? '')).status()).toBe(200);

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.locator('.toast', { hasText: 'Moved to the trash' }).getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(new RegExp(`/${postId}$`));
  await expect(facts.locator('.post-group-list a')).toHaveText(Object.keys(groups));
});

test('post stays on the screen while the server is unreachable', { tag: '@extended' }, async ({ page, signIn }) => {
  await signIn(page);
  const { postId } = await givenPost(page, { slug: 'steady', title: 'Steady', status: 'publish' });
  await goInConsole(page, `/admin/posts/news/${postId}`);
  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click();
  await expect(page.locator('.toast', { hasText: 'Update failed' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unpublish', exact: true })).toBeEnabled();
  await expect(page.locator('.post-state-line')).toContainText('Published');
});
