import { expect, test } from './fixtures.ts';
import { givenPost } from './posts-page.ts';

const NAME = 'Search or run a command';

test('command palette opens any post and screen', async ({ page, signIn }) => {
  await signIn(page);
  await givenPost(page, { slug: 'pressing', title: '瓦版の摺り方', body: 'Ink.' });
  const palette = page.getByRole('dialog', { name: NAME });
  const input = palette.getByRole('combobox');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(input).toBeFocused();
  await input.fill('摺り');
  await expect(palette.getByRole('option')).toHaveText([/瓦版の摺り方.*Draft/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/posts\/news\/[0-9a-z]{26}$/);
  await expect(page.getByRole('heading', { level: 1, name: '瓦版の摺り方' })).toBeVisible();
  await expect(palette).toHaveCount(0);

  await page.getByRole('button', { name: NAME }).click();
  await input.fill('tags');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/tags/news');
});

test('command palette opens once the account is loaded', { tag: '@extended' }, async ({ page, signIn }) => {
  await signIn(page);
  const palette = page.getByRole('dialog', { name: NAME });
  const { promise: isAnswered, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/account', (route) => isAnswered.then(() => route.continue()));
  const accountRequest = page.waitForRequest('**/api/account');
  await page.goto('/admin/tags/news');
  await accountRequest;
  await expect.poll(() => page.evaluate(isShortcutHandled)).toBe(true);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette).toHaveCount(0);
  release();
  await expect(palette.getByRole('combobox')).toBeFocused();
});

function isShortcutHandled(): boolean {
  const key = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true });
  return !document.body.dispatchEvent(key);
}
