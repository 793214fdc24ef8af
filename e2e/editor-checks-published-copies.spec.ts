import { ADMIN, expect, test } from './fixtures.ts';
import { DETAIL, field, focusMarkdownBody } from './posts-page.ts';

test('publishing shows that readers see the post', { tag: '@extended' }, async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await field(page, 'Slug').fill('seen-by-readers');
  await field(page, 'Title').fill('Seen by readers');
  await focusMarkdownBody(page);
  await page.keyboard.insertText('A *text*.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page).toHaveURL(DETAIL);

  const check = page.getByRole('region', { name: 'Where readers see it' });
  await expect(check.getByRole('status')).toHaveText('Readers see the saved version', { timeout: 30_000 });
  await expect(check.getByRole('listitem')).toHaveText([/^Post page/, /^List of posts/, /^API/, /^Feed/, /^Sitemap/]);
  await expect(check.getByText('Saved version', { exact: true })).toHaveCount(5);
  const response = await page.request.get(String(await check.getByRole('link').first().getAttribute('href')));
  expect(await response.text()).toContain('Seen by readers');

  await page.getByRole('button', { name: 'Unpublish', exact: true }).click();
  await expect(check.getByRole('status')).toHaveText('Readers no longer see this post', { timeout: 30_000 });
  await check.getByRole('button', { name: 'Close' }).click();
  await expect(check).toHaveCount(0);
});
