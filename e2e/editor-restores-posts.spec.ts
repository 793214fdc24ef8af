import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import sharp from 'sharp';
import { encode } from 'uqr';
import { expect, test } from './fixtures.ts';
import { callAs, givenPost } from './posts-page.ts';

const first = '# Menu\n\nSoup and bread.\n\nOne.\n\nTwo.\n\nThree.\n\nFour.\n\nThe end.';
const second = first.replace('Soup and bread', 'Cold soup and bread');

test('an editor compares saves, takes one back, and undoes that', async ({ browser, ownProduct, signIn }) => {
  const page = await browser.newPage({ baseURL: ownProduct.url, locale: 'en-US' });
  await signIn(page);
  const { postId, call } = await givenSaves(page);
  await page.goto(`/admin/posts/news/${postId}/history`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('History of Summer menu');
  await expect(page.locator('.revision')).toHaveCount(3);
  await expect(page.getByText('Present')).toHaveCount(1);

  // By keyboard: from the first save to the second.
  await page.getByRole('radio', { name: 'Compare from save 1' }).press('Space');
  await page.getByRole('radio', { name: 'Compare to save 2' }).press('Space');
  await page.getByRole('button', { name: 'Compare save 1 with 2' }).press('Enter');
  await expect(page).toHaveURL(/before=1&after=2$/);
  const body = page.getByRole('region', { name: 'Body' });
  await expect(body.locator('ins')).toHaveText(['added: Cold soup']);
  await expect(body.locator('del')).toHaveText(['removed: Soup']);
  await expect(body.getByText('7 lines are the same')).toBeVisible();
  await page.getByRole('link', { name: 'Back to all saves' }).click();

  await page.getByRole('button', { name: 'What to do with save 1' }).click();
  await page.getByRole('menuitem', { name: 'Compare with the present' }).click();
  const fields = page.getByRole('region', { name: 'Fields' });
  await expect(fields.locator('ins')).toHaveText('added: Summer');
  await expect(fields).toContainText('food, summer');
  await page.getByRole('button', { name: 'Restore save 1' }).click();
  await expect(page.getByRole('dialog')).toContainText('Its status and time stay as they are');
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('History of Spring menu');
  await expect(page.getByText('restored', { exact: true })).toBeVisible();
  expect(await call()).toMatchObject({ title: 'Spring menu', body: first, status: 'published' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('History of Summer menu');
  expect(await call()).toMatchObject({ title: 'Summer menu', body: second });

  await page.getByRole('link', { name: 'Save 1' }).click();
  await expect(page.getByRole('article', { name: 'Body' })).toContainText('Soup and bread.');
  await page.close();
});

test('an editor looks into the bin, brings a post back, and deletes one for good', async ({
  browser,
  ownProduct,
  signIn,
  expectNothingFromAxe,
}) => {
  const viewport = { width: 390, height: 800 };
  const context = await browser.newContext({ baseURL: ownProduct.url, locale: 'ja-JP', viewport });
  const page = await context.newPage();
  await signIn(page);
  await page.goto('/admin/posts/news/bin');
  await expect(page.getByText('ごみ箱は空です')).toBeVisible();
  for (const slug of ['gone', 'away']) {
    const { postId } = await givenPost(page, { slug, title: `${slug}の記事`, status: 'publish' });
    expect(await callAs(page, 'DELETE', `/admin/posts/news/${postId}`)).toBe(null);
  }
  // Somebody else's by now.
  await givenPost(page, { slug: 'gone', title: 'Another', status: 'publish' });
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: 'あと' })).toHaveCount(2);
  await page.getByRole('link', { name: 'goneの記事' }).click();
  await expect(page.getByRole('article')).toContainText('goneの記事');
  await expectNothingFromAxe(page);
  await page.getByRole('button', { name: '「goneの記事」を元に戻す' }).click();
  const slug = page.getByRole('dialog').getByRole('textbox', { name: 'スラッグ' });
  await expect(slug).toHaveValue('gone-2');
  await slug.fill('gone');
  await slug.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('すでに使われています');
  await expect(slug).toBeFocused();
  await slug.fill('gone-again');
  await slug.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await page.request.get('/posts/news/gone-again')).status()).toBe(200);

  await page.getByRole('button', { name: '「awayの記事」を完全に削除' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('away');
  await page.getByRole('dialog').getByRole('button', { name: '完全に削除' }).click();
  await expect(page.getByText('ごみ箱は空です')).toBeVisible();
  await context.close();
});

test('an address becomes a QR code that holds it, as PNG and SVG', async ({
  browser,
  unchangedProduct,
  signIn,
  expectNothingFromAxe,
}) => {
  const viewport = { width: 390, height: 800 };
  const context = await browser.newContext({ baseURL: unchangedProduct.url, locale: 'en-US', viewport });
  const page = await context.newPage();
  await signIn(page);
  await page.goto('/admin/qr');
  await expect(page).toHaveTitle(/^QR code generator/);
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.fill('example.com');
  await expect(page.getByText('An address that begins with http:// or https://, please')).toBeVisible();
  const url = 'https://example.com/posts/news/瓦版?x=1';
  await address.fill(url);
  await expect(page.getByRole('img', { name: `QR code of ${url}` })).toBeVisible();
  await page.getByLabel('Size in pixels').fill('300');
  await page.getByLabel('Margin in squares').fill('2');
  await expectNothingFromAxe(page);

  const squares = encode(url, { ecc: 'M', border: 2 }).data;
  const png = await downloadOf(page, 'Download PNG');
  expect(png.suggestedFilename()).toMatch(/^qr-example.com-.*\.png$/);
  expect(await squaresOf(png, squares.length)).toEqual(squares);
  const svg = await downloadOf(page, 'Download SVG');
  expect(await squaresOf(svg, squares.length)).toEqual(squares);
  await page.reload();
  await expect(address).toHaveValue(url);
  await context.close();
});

async function downloadOf(page: Page, button: string): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return download;
}

/** The squares of a picture: each is as dark as its middle. */
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

/** A published post that was saved three times. */
async function givenSaves(page: Page): Promise<{ postId: string; call: () => Promise<unknown> }> {
  const tags = (labels: string[]) => labels.map((label) => ({ label }));
  const post = { slug: 'menu', title: 'Spring menu', body: first, status: 'publish', tags: tags(['food']) };
  const { postId } = await givenPost(page, post);
  const path = `/admin/posts/news/${postId}`;
  await callAs(page, 'POST', path, { body: second });
  await callAs(page, 'POST', path, { title: 'Summer menu', tags: tags(['food', 'summer']) });
  return { postId, call: () => callAs(page, 'GET', path) };
}
