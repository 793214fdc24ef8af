import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import { overflowOf } from './page-measures.ts';
import { DETAIL, givenPost } from './posts-page.ts';

function isWhole(element: Locator): Promise<boolean> {
  return element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
}

async function expectToFit(page: Page): Promise<void> {
  expect([page.url(), await overflowOf(page)]).toEqual([page.url(), 0]);
}

for (const locale of ['en-US', 'ja-JP']) {
  test.describe(locale, { tag: '@extended' }, () => {
    test.use({ locale, viewport: { width: 360, height: 800 } });

    test('post form and actions fit on a phone', async ({ page, signIn, expectNothingFromAxe }) => {
      await signIn(page);
      const html = { bodyFormat: 'html', editorMode: 'rawHtml' };
      const { postId } = await givenPost(page, {
        ...html,
        slug: `phone-${locale.toLowerCase()}`,
        title: 'Phone',
        body: 'x',
        status: 'publish',
      });
      for (const path of ['/admin/posts/news/create', `/admin/posts/news/${postId}/edit`]) {
        await goInConsole(page, path);
        await expect(page.locator('.write-side [role=textbox]')).toBeVisible();
        await expectToFit(page);
        const label = await page.locator('.write-and-preview-label').boundingBox();
        expect(label?.height).toBeLessThan(30);
        expect(await isWhole(page.locator('.write-and-preview-tabs'))).toBe(true);
        await page.locator('.write-and-preview-tabs label').last().click();
        await expect(page.locator('.preview-side')).toBeInViewport();
        await expectToFit(page);
        const settings = page.locator('[aria-controls=post-form-settings]');
        await settings.press('Enter');
        await expect(page.locator('#post-form-settings > button')).toBeFocused();
        await expectToFit(page);
        await page.keyboard.press('Escape');
        await expect(settings).toBeFocused();
        await expect(page.locator('#post-form-settings')).toBeHidden();
      }

      await goInConsole(page, `/admin/posts/news/${postId}`);
      const actions = page.locator('.post-actions .mantine-Button-root');
      await expect(actions).toHaveCount(4);
      const tops = await actions.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      expect(new Set(tops).size).toBe(1);
      await expectToFit(page);
      await actions.last().click();
      await page.getByRole('menuitem').last().click();
      await page.getByRole('dialog').getByRole('button').last().click();
      const undo = page.locator('.toast-undo button');
      // Keeps the message open until it has been checked.
      await undo.hover();
      expect(await isWhole(undo.locator('.mantine-Button-label'))).toBe(true);
      await expectNothingFromAxe(page);
      await undo.click();
      await expect(page).toHaveURL(DETAIL);
    });
  });
}
