import { test as base, expect, signIn } from './fixtures.ts';
import { faultsInEveryLook, languages } from './looks.ts';
import { givenPublicPages, type PublicPage } from './public-pages.ts';

/** A product with each kind of page in it, one per worker. */
const test = base.extend<object, { publicPages: readonly PublicPage[] }>({
  publicPages: [
    async ({ browser, product }, use) => {
      const page = await browser.newPage({ baseURL: product.url });
      await signIn(page);
      const pages = await givenPublicPages(page, product.dataDir);
      await page.close();
      await use(pages);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

for (const [language, locale] of languages) {
  test.describe(`in ${language}`, { tag: '@extended' }, () => {
    test.use({ locale });

    test('public pages are accessible, translated and fit in every look', async ({ page, publicPages }) => {
      test.setTimeout(300_000);
      const faults: string[] = [];
      for (const { name, path } of publicPages) {
        await page.goto(path);
        await expect(page.locator('main h1').first(), name).toBeVisible();
        faults.push(...(await faultsInEveryLook(page, name)));
      }
      expect(faults).toEqual([]);
    });
  });
}
