import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openOwnLibrary, type PickedFile, pdf, png } from './media-page.ts';
import { overflowOf } from './page-measures.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [width, locale] of [
    [360, 'ja-JP'],
    [390, 'en-US'],
    [1280, 'ja-JP'],
  ] as const) {
    test.describe(`${width} px, ${locale}, ${colorScheme}`, () => {
      test.use({ locale, colorScheme, viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

      test('axe finds nothing in the library, and everything fits', async ({ page, signIn, expectNothingFromAxe }) => {
        const isFitting = async (where: string) => {
          await expectNothingFromAxe(page);
          expect([where, await overflowOf(page)]).toEqual([where, 0]);
        };
        await signIn(page);
        await openOwnLibrary(page, `sound-${width}-${locale.toLowerCase()}-${colorScheme}`);
        const name = `a-rather-long-name-of-a-picture-without-any-space-${width}-${locale}-${colorScheme}.png`;
        await uploadFrom(page, [await png(name, { width: 300, height: 200 }), { ...pdf('x.md'), mimeType: '' }]);
        await expect(page.locator('.file-tile-name', { hasText: name })).toBeVisible();
        await isFitting('grid');
        await page.locator('.file-view-label').last().click();
        await expect(page.getByRole('table')).toBeVisible();
        await page.getByRole('checkbox').first().check();
        await isFitting('list');
        await page.getByRole('link', { name }).click();
        await expect(page.locator('.file-preview img')).toBeVisible();
        await isFitting('detail');
        await page.locator('.page-title-actions button').first().click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await isFitting('replacement');
      });
    });
  }
}

/** The same in any language. */
async function uploadFrom(page: Page, files: readonly PickedFile[]): Promise<void> {
  await page.locator('.library-ways input[type=file]').setInputFiles([...files]);
}
