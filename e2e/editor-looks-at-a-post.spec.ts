import { expect, test } from './fixtures.ts';
import { callAs, givenPost } from './posts-page.ts';

test('a post shows all that is known of it, and what can be done with it is done and taken back', async ({
  browser,
  ownProduct,
  signIn,
}) => {
  const context = await browser.newContext({ baseURL: ownProduct.url, locale: 'en-US' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await signIn(page);
  const { postId } = await givenPost(page, {
    ...{ slug: 'tour', title: 'A tour', body: 'Along the *river*.', tags: [{ label: 'walks' }], isHiddenInList: true },
    links: [{ id: 1, url: 'https://example.com/map', label: 'Map' }],
  });
  await callAs(page, 'POST', '/admin/posts/news/groups', { slug: 'picks', label: 'Picks' });
  await page.goto(`/admin/posts/news/${postId}`);
  const facts = page.locator('.post-facts');
  await expect(page.getByText('This post has not been published.')).toBeVisible();
  await expect(page.getByText('This post is not shown in lists.')).toBeVisible();
  await expect(facts.getByRole('link', { name: 'Map' })).toBeVisible();
  await expect(facts.getByRole('link', { name: 'walks' })).toHaveAttribute('href', /\?tag=walks$/);
  await expect(facts.getByRole('link', { name: 'History' })).toHaveAttribute('href', /\/history$/);

  // The preview link: what is copied opens the draft for anybody, and so does its QR code.
  await facts.getByRole('button', { name: 'Copy address' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/\/posts\/news\/tour\?token=[0-9a-z]+$/);
  expect((await page.request.get(copied)).status()).toBe(200);
  await facts.getByRole('button', { name: 'QR code' }).click();
  await expect(page.getByRole('img', { name: 'QR code that leads to A tour' })).toBeVisible();
  await page.keyboard.press('Escape');

  // Groups by their stars, and a new one.
  await facts.getByRole('button', { name: 'Change groups' }).click();
  const dialog = page.getByRole('dialog');
  const star = dialog.getByRole('button', { name: 'In Picks' });
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await dialog.getByLabel('New group').fill('川べり');
  await dialog.getByLabel('New group').press('Enter');
  await expect(dialog.getByRole('button', { name: 'In 川べり' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(facts.locator('.post-group-list a')).toHaveText(['Picks', '川べり']);

  // Publishing asks, unpublishing does not; both can be taken back.
  const status = page.locator('.post-state-line');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Are you sure you want to publish?');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(status).toContainText('Published');
  await expect(facts).toContainText('posts/news/tour.json');
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click();
  await expect(status).toContainText('Unpublished');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(status).toContainText('Published');

  // While the server is away, the post stays on the screen.
  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click();
  await expect(page.locator('.toast', { hasText: 'Server error' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unpublish', exact: true })).toBeEnabled();
  await expect(status).toContainText('Published');
  await page.unroute('**/api/**');

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('Are you sure you want to delete?');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  // What was taken back before may still be on its way out.
  const deleted = page.locator('.mantine-Notification-root').filter({ hasText: 'Deleted.' });
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(new RegExp(`/${postId}$`));
  await expect(facts.locator('.post-group-list a')).toHaveText(['Picks', '川べり']);
  await context.close();
});
