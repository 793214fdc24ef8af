import { expect, test } from './fixtures.ts';

test('a visitor opens the front page', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('banner')).toBeVisible();
});
