import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startS3Server } from '#testing/s3-server.ts';
import { ADMIN, expect, test } from './fixtures.ts';
import {
  drop,
  FILE_DETAIL,
  jpeg,
  LIBRARY,
  openOwnLibrary,
  paste,
  pdf,
  png,
  tileNames,
  upload,
  uploadAndWait,
  uploadOf,
} from './media-page.ts';
import { field } from './posts-page.ts';

test.use({ locale: 'en-US' });

test('files are picked, dropped and pasted, and those that the service does not take say why', async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await openOwnLibrary(page, 'library-picked');
  await expect(page.getByText('No media yet')).toBeVisible();
  await expect(page.locator('.service-line')).toContainText('library-picked');
  await uploadAndWait(page, [await png('crane.png'), pdf('report.pdf')]);
  await expect(tileNames(page)).toHaveCount(2);

  await drop(page, [await jpeg('雪原.jpg')]);
  await expect(uploadOf(page, '雪原.jpg')).toHaveAttribute('data-status', 'done');
  await paste(page, [await png('image.png', { width: 61, height: 40 })]);
  await expect(uploadOf(page, 'Pasted')).toHaveAttribute('data-status', 'done');
  await expect(tileNames(page).filter({ hasText: /^Pasted \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/ })).toHaveCount(1);

  const tooLarge = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) };
  const empty = { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) };
  const notes = { name: 'notes.md', mimeType: '', buffer: Buffer.from('# Notes') };
  await upload(page, [tooLarge, empty, notes]);
  await expect(uploadOf(page, 'large.png')).toContainText('A file may have 5 MB at most');
  await expect(uploadOf(page, 'large.png')).toContainText('5.1 MB');
  await expect(uploadOf(page, 'empty.png')).toContainText('The file is empty');
  await expect(uploadOf(page, 'notes.md')).toContainText('Only these types are accepted: png, gif, jpg, pdf');
  await expect(uploadOf(page, 'notes.md').getByRole('button')).toHaveCount(1);
  const pretender = { name: 'pretender.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') };
  await upload(page, [pretender]);
  await expect(uploadOf(page, 'pretender.png')).toContainText('The content of the file is not what its type says');
  await expect(tileNames(page)).toHaveCount(4);
  await page.reload();
  await expect(tileNames(page)).toHaveCount(4);
});

test('a file that is there already is recognised, and either of the two can be kept', async ({ page, signIn }) => {
  await signIn(page);
  await openOwnLibrary(page, 'library-same');
  const crane = await png('crane.png');
  await uploadAndWait(page, [crane]);
  await upload(page, [{ ...crane, name: 'the same.png' }]);
  await expect(uploadOf(page, 'the same.png')).toContainText('The same file is in the library already, as crane.png');
  await expect(tileNames(page)).toHaveText(['the same.png', 'crane.png']);
  await page.getByRole('button', { name: 'Use the one that is there' }).click();
  await expect(tileNames(page)).toHaveText(['crane.png']);
  await upload(page, [{ ...crane, name: 'again.png' }]);
  await page.getByRole('button', { name: 'Keep both' }).click();
  await expect(tileNames(page)).toHaveText(['again.png', 'crane.png']);
});

test('a lost connection is told, tried again, and an upload can be stopped half-way', async ({ page, signIn }) => {
  await signIn(page);
  await openOwnLibrary(page, 'library-lost');
  await page.route('**/uploads/*', (route) => route.abort());
  await upload(page, [await png('lost.png')]);
  await expect(uploadOf(page, 'lost.png')).toContainText('The connection was lost');
  await page.unroute('**/uploads/*');
  await page.getByRole('button', { name: 'Try lost.png again' }).click();
  await expect(uploadOf(page, 'lost.png')).toHaveAttribute('data-status', 'done');

  await page.route('**/uploads/*', () => {});
  await upload(page, [await png('slow.png')]);
  await expect(uploadOf(page, 'slow.png').getByRole('progressbar')).toHaveAttribute('aria-label', /slow/);
  // Going on inside the console stops nothing.
  await page.getByRole('link', { name: 'Posts', exact: true }).click();
  await page.getByRole('link', { name: 'Media', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel the upload of slow.png' }).click();
  await expect(uploadOf(page, 'slow.png')).toHaveAttribute('data-status', 'cancelled');
  await page.unroute('**/uploads/*');
  await page.getByRole('button', { name: 'Clear finished' }).click();
  await expect(page.locator('.uploads')).toHaveCount(0);
  await page.reload();
  await expect(tileNames(page)).toHaveText(['lost.png']);
});

test('what arrived although nobody could say so is not uploaded a second time', async ({ page, signIn }) => {
  await signIn(page);
  await openOwnLibrary(page, 'library-unanswered');
  let puts = 0;
  await page.route('**/uploads/*', async (route) => {
    puts += 1;
    await route.fetch();
    await route.abort();
  });
  await upload(page, [await png('arrived.png')]);
  await expect(uploadOf(page, 'arrived.png')).toContainText('The connection was lost');
  await page.getByRole('button', { name: 'Try arrived.png again' }).click();
  await expect(uploadOf(page, 'arrived.png')).toHaveAttribute('data-status', 'done');
  expect(puts).toBe(1);
  await page.unroute('**/uploads/*');

  // The same where only the last word was lost, which is asked for again by itself.
  let asked = 0;
  await page.route('**/complete', async (route) => {
    asked += 1;
    if (asked > 2) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await upload(page, [await png('slowly.png', { width: 61, height: 40 })]);
  await expect(uploadOf(page, 'slowly.png')).toHaveAttribute('data-status', 'done', { timeout: 20_000 });
  expect(asked).toBe(3);
  await page.reload();
  await expect(tileNames(page)).toHaveText(['slowly.png', 'arrived.png']);
});

test('the library is searched, sorted and filtered by its address, and remembers how it is looked at', async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await openOwnLibrary(page, 'library-searched');
  await uploadAndWait(page, [
    await png('Crane.png'),
    await jpeg('ツル.jpg', { width: 200, height: 200 }),
    pdf('a.pdf'),
  ]);
  const search = field(page, 'Search by name');
  await search.fill('crane');
  await expect(tileNames(page)).toHaveText(['Crane.png']);
  await expect(page).toHaveURL(/name=crane/);
  await search.fill('つる');
  await search.fill('ツル');
  await expect(tileNames(page)).toHaveText(['ツル.jpg']);
  await page.reload();
  await expect(search).toHaveValue('ツル');
  await search.fill('nowhere');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(tileNames(page)).toHaveCount(3);
  await expect(search).toHaveValue('');

  await field(page, 'Sort').selectOption('Name, A to Z');
  await expect(tileNames(page)).toHaveText(['a.pdf', 'Crane.png', 'ツル.jpg']);
  await field(page, 'Type').selectOption('Images');
  await expect(tileNames(page)).toHaveText(['Crane.png', 'ツル.jpg']);
  await field(page, 'Type').selectOption('application/pdf');
  await expect(tileNames(page)).toHaveText(['a.pdf']);
  await field(page, 'Show').selectOption('Removed');
  await expect(page.getByText('Nothing matches')).toBeVisible();

  await page.goto('/admin/files/library-searched');
  await page.locator('.file-view-label', { hasText: 'List' }).click();
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(3);
  await page.reload();
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(3);
});

test('tiles are gone through by arrows, opened by Enter, and Delete asks; one step takes it back', async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await openOwnLibrary(page, 'library-keys');
  await uploadAndWait(page, [await png('one.png'), await jpeg('two.jpg'), pdf('three.pdf')]);
  const tiles = page.locator('.file-grid .file-tile');
  await expect(tiles).toHaveCount(3);
  await tiles.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(tiles.nth(1)).toBeFocused();
  const name = await tileNames(page).nth(1).textContent();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('dialog')).toContainText(`Delete ${name}?`);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(tiles).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tiles).toHaveCount(3);

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.locator('.selection-bar').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No media yet')).toBeVisible();
  await field(page, 'Show').selectOption('Removed');
  await expect(tiles).toHaveCount(3);
  await tiles.first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(FILE_DETAIL);
  await page.getByRole('button', { name: 'Bring back' }).click();
  await expect(page.getByRole('button', { name: 'Replace' })).toBeVisible();
});

test('where files are kept in a bucket, browsers put them there themselves', async ({
  browser,
  startProduct,
  signIn,
}) => {
  const bucket = await startS3Server();
  const product = await startProduct({
    STORAGE_URL: `s3://${bucket.bucket}?${new URLSearchParams({ endpoint: bucket.endpoint, pathStyle: 'true' })}`,
    AWS_REGION: 'us-east-1',
  });
  const page = await browser.newPage({ baseURL: product.url, locale: 'en-US' });
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && sent.push(new URL(request.url()).origin));
  await signIn(page, ADMIN, LIBRARY);
  await uploadAndWait(page, [await png('crane.png'), pdf('report.pdf')]);
  await expect(tileNames(page)).toHaveCount(2);
  expect(sent).toEqual([bucket.endpoint, bucket.endpoint]);
  await page.close();
  await bucket.stop();
});

test('a viewer sees the library and its files, and can change nothing', async ({ browser, ownProduct, signIn }) => {
  const page = await browser.newPage({ baseURL: ownProduct.url, locale: 'en-US' });
  await signIn(page, ADMIN, LIBRARY);
  await uploadAndWait(page, [await png('seen.png')]);
  const database = new DatabaseSync(join(ownProduct.dataDir, 'kawaraban.db'));
  database.prepare("update users set role = 'viewer'").run();
  database.close();
  await page.goto(LIBRARY);
  await expect(tileNames(page)).toHaveText(['seen.png']);
  await expect(page.getByLabel('Upload', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.locator('.file-tile').click();
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible();
  for (const name of ['Replace', 'Delete', 'Save']) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await page.close();
});
