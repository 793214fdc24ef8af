import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import sharp from 'sharp';
import { encode } from 'uqr';
import { ADMIN, expect, test } from './fixtures.ts';

test('URL becomes a QR code as PNG and SVG', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/qr');
  const url = 'https://example.com/posts/news/瓦版?x=1';
  await page.getByRole('textbox', { name: 'URL' }).fill(url);
  await expect(page.getByRole('img', { name: `QR code for ${url}` })).toBeVisible();
  await page.getByLabel('Size in pixels').fill('300');
  await page.getByLabel('Margin in squares').fill('2');

  const squares = encode(url, { ecc: 'M', border: 2 }).data;
  const png = await downloadOf(page, 'Download PNG');
  expect(png.suggestedFilename()).toMatch(/^qr-example.com-.*\.png$/);
  expect(await squaresOf(png, squares.length)).toEqual(squares);
  const svg = await downloadOf(page, 'Download SVG');
  expect(await squaresOf(svg, squares.length)).toEqual(squares);
});

async function downloadOf(page: Page, button: string): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return download;
}

async function squaresOf(download: Download, count: number): Promise<boolean[][]> {
  const file = await readFile(await download.path());
  const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
  const square = info.width / count;
  const middle = (place: number) => Math.floor((place + 0.5) * square);
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: count }, (__, column) => {
      const light = data[(middle(row) * info.width + middle(column)) * info.channels] ?? 255;
      return light < 128;
    }),
  );
}
