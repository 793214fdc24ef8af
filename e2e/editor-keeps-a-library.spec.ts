import { startS3Server } from '#testing/s3-server.ts';
import { ADMIN, expect, test } from './fixtures.ts';
import { drop, jpeg, LIBRARY, paste, pdf, png, tileNames, upload, uploadAndWait, uploadOf } from './media-page.ts';

test('editor uploads files by picking, dropping and pasting', async ({ page, signIn }) => {
  await signIn(page, ADMIN, LIBRARY);
  // All files differ, because duplicates open a dialog.
  await uploadAndWait(page, [await png('picked.png', { width: 101, height: 40 }), pdf('picked.pdf', 'picked')]);
  await drop(page, [await jpeg('雪原.jpg', { width: 102, height: 40 })]);
  await expect(uploadOf(page, '雪原.jpg')).toHaveAttribute('data-status', 'done');
  await paste(page, [await png('image.png', { width: 103, height: 40 })]);
  await expect(uploadOf(page, 'Pasted')).toHaveAttribute('data-status', 'done');
  const notAnImage = { name: 'pretender.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') };
  await upload(page, [notAnImage]);
  await expect(uploadOf(page, 'pretender.png')).toContainText('The file’s content doesn’t match its type');

  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/uploads/*', (route) => isReleased.then(() => route.continue()));
  await upload(page, [await png('slow.png', { width: 104, height: 40 })]);
  await expect(uploadOf(page, 'slow.png').getByRole('progressbar')).toHaveAttribute('aria-label', /slow/);
  await page.getByRole('link', { name: 'Posts', exact: true }).click();
  await page.getByRole('link', { name: 'Media', exact: true }).click();
  release();
  await expect(uploadOf(page, 'slow.png')).toHaveAttribute('data-status', 'done');

  await page.reload();
  for (const name of ['picked.png', 'picked.pdf', '雪原.jpg', /^Pasted \d{4}-\d\d-\d\d/, 'slow.png']) {
    await expect(tileNames(page).filter({ hasText: name })).toHaveCount(1);
  }
  await expect(tileNames(page).filter({ hasText: 'pretender' })).toHaveCount(0);
});

test('upload whose response is lost is completed once', { tag: '@extended' }, async ({ page, signIn }) => {
  await signIn(page, ADMIN, LIBRARY);
  let requests = 0;
  await page.route('**/complete', async (route) => {
    requests += 1;
    if (requests > 2) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await upload(page, [await png('unanswered.png', { width: 105, height: 40 })]);
  await expect(uploadOf(page, 'unanswered.png')).toHaveAttribute('data-status', 'done', { timeout: 20_000 });
  expect(requests).toBe(3);
  await page.reload();
  await expect(tileNames(page).filter({ hasText: 'unanswered.png' })).toHaveCount(1);
});

test('browser uploads directly to the S3 bucket', async ({ browser, startProduct, signIn }) => {
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
  await expect(tileNames(page).filter({ hasText: /crane|report/ })).toHaveCount(2);
  expect(sent).toEqual([bucket.endpoint, bucket.endpoint]);
  await page.close();
  await bucket.stop();
});
