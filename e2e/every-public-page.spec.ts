import { expect } from './fixtures.ts';
import { findPageProblems, languages } from './looks.ts';
import { test } from './public-pages.ts';

for (const [language, locale] of languages) {
  test.describe(`in ${language}`, { tag: '@extended' }, () => {
    test.use({ locale });

    test('public pages are accessible, translated and fit in every look', async ({ page, publicPages }) => {
      test.setTimeout(300_000);
      const problems: string[] = [];
      for (const { name, path } of publicPages) {
        await page.goto(path);
        await expect(page.locator('main h1').first(), name).toBeVisible();
        await expect(page.locator('html'), name).toHaveAttribute('lang', locale);
        problems.push(...(await findPageProblems(page, name)));
      }
      expect(problems).toEqual([]);
    });
  });
}
