import { ADMIN, expect, signIn, test } from './fixtures.ts';
import { findPageProblems, languages } from './looks.ts';

const openPages = ['/signin', '/signup', '/signin/forgot', '/signin/reset', '/signup/verify?username=a&code=123456'];
const ownPages = [
  '/user',
  '/settings',
  '/settings#email',
  '/settings#password',
  '/settings#name',
  '/settings#two-step',
];

for (const [language, locale] of languages) {
  test.describe(`in ${language}`, { tag: '@extended' }, () => {
    test.use({ locale });

    test('account pages are accessible, translated and fit in every look', async ({ page }) => {
      test.setTimeout(300_000);
      const problems: string[] = [];
      const check = async (name: string) => {
        await expect(page.locator('html'), name).toHaveAttribute('lang', locale);
        problems.push(...(await findPageProblems(page, name)));
      };
      for (const path of openPages) {
        await page.goto(path);
        await page.locator('main form button[type=submit]:enabled').waitFor();
        await check(path);
      }
      await page.goto('/signup');
      await page.locator('main form button[type=submit]:enabled').click();
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(3);
      await check('/signup with errors');
      await signIn(page, ADMIN);
      for (const path of ownPages) {
        // Navigating to another fragment alone would not reload the page.
        await page.goto('/robots.txt');
        await page.goto(path);
        await page.locator(path.includes('#') ? '.setting form' : '.user-card, .settings').waitFor();
        await check(path);
      }
      await page.goto('/settings');
      await page.locator('.button[data-tone=danger]').click();
      await page.getByRole('dialog').waitFor();
      await check('the question before the account is deleted');
      expect(problems).toEqual([]);
    });
  });
}
