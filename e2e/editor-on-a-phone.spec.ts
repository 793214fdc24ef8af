import type { Locator, Page } from '@playwright/test';
import { expect, test, tierOf } from './fixtures.ts';
import { DETAIL, givenPost } from './posts-page.ts';

const inHtml = { bodyFormat: 'html', editorMode: 'rawHtml' };

/** Whether nothing of an element is cut off, or to be reached by scrolling alone. */
function isWhole(element: Locator): Promise<boolean> {
  return element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
}

async function expectToFit(page: Page): Promise<void> {
  expect([page.url(), await isWhole(page.locator('html'))]).toEqual([page.url(), true]);
}

for (const locale of ['en-US', 'ja-JP']) {
  for (const width of [360, 390]) {
    test.describe(`${width} px, ${locale}`, tierOf(locale), () => {
      test.use({ locale, viewport: { width, height: 800 } });

      test('the form of a post is as wide as the phone, with its label and both sides of the body whole', async ({
        page,
        signIn,
      }) => {
        await signIn(page);
        const { postId } = await givenPost(page, { ...inHtml, slug: `wide-${locale}-${width}`, title: 'x', body: 'x' });
        for (const path of ['/admin/posts/news/create', `/admin/posts/news/${postId}/edit`]) {
          await page.goto(path);
          await expect(page.locator('.write-side [role=textbox]')).toBeVisible();
          await expectToFit(page);
          const label = await page.locator('.write-and-preview-label').boundingBox();
          expect(label?.height).toBeLessThan(30);
          expect(await isWhole(page.locator('.write-and-preview-tabs'))).toBe(true);
          await page.locator('.write-and-preview-tabs label').last().click();
          await expect(page.locator('.preview-side')).toBeInViewport();
          await expectToFit(page);
        }
      });

      test('what can be done with a post is one row, and taking its deletion back is a whole button', async ({
        page,
        signIn,
      }) => {
        await signIn(page);
        const { postId } = await givenPost(page, { slug: `row-${locale}-${width}`, title: 'Row', status: 'publish' });
        await page.goto(`/admin/posts/news/${postId}`);
        const actions = page.locator('.post-actions .mantine-Button-root');
        await expect(actions).toHaveCount(4);
        const tops = await actions.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
        expect(new Set(tops).size).toBe(1);
        await expectToFit(page);
        await actions.last().click();
        await page.getByRole('menuitem').last().click();
        await page.getByRole('dialog').getByRole('button').last().click();
        const undo = page.locator('.toast-undo button');
        await expect(undo).toBeVisible();
        expect(await isWhole(undo.locator('.mantine-Button-label'))).toBe(true);
        await undo.click();
        await expect(page).toHaveURL(DETAIL);
      });
    });
  }
}
