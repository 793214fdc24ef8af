import { storedDrafts } from './drafts.ts';
import { ADMIN, expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import {
  beginPost,
  captions,
  files,
  give,
  holdUploads,
  images,
  photo,
  report,
  thumbnail,
  upload,
} from './post-files-page.ts';
import { bodyOf, bodyText, callAs, DETAIL, field, focusMarkdownBody, givenPost } from './posts-page.ts';

test('uploaded files are ordered, previewed and saved with a post', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await focusMarkdownBody(page);
  await beginPost(page, 'with-files');
  await upload(page, 'Upload images', [await photo('stage.jpg'), await photo('hall.jpg')]);
  await expect(captions(page)).toHaveCount(2);
  await field(page, 'Caption of hall.jpg').fill('The hall');
  await upload(page, 'Upload files', [report]);
  await field(page, 'Label of report.pdf').fill('Report');

  await page.getByRole('button', { name: 'Move hall.jpg', exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Selected hall.jpg, position 2 of 2.')).toBeAttached();
  // dnd-kit handles keys only after a timer that starts at pickup.
  await expect(async () => {
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByText('hall.jpg is at position 1 of 2.')).toBeAttached({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Space');
  await expect(page.getByText('Moved hall.jpg to position 1 of 2.')).toBeAttached();

  await page.getByRole('combobox', { name: 'Size of hall.jpg in the body' }).selectOption('400x400');
  await page.getByRole('button', { name: 'Insert hall.jpg into the body' }).click();
  await expect(bodyOf(page)).toBeFocused();
  await page.keyboard.type(' and ');
  await page.getByRole('button', { name: 'Insert link to report.pdf into the body' }).click();
  await expect
    .poll(() => bodyText(page))
    .toMatch(
      /^!\[\]\(\S*\/news\/images\/[0-9a-z]{26}\/400x400\.jpg\) and \[Report\]\(\S*\/news\/docs\/[0-9a-z]{26}\.pdf\)$/,
    );
  const shown = page.getByRole('region', { name: 'Preview' }).locator('img');
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400);

  const release = await holdUploads(page);
  await give(thumbnail(page), 'drop', [await photo('roof.jpg')]);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Will be saved when uploads finish…')).toBeVisible();
  release();
  await expect(page).toHaveURL(DETAIL);
  await expect(page.getByText('2 images')).toBeVisible();
  const listed = page.locator('.post-facts').getByRole('link', { name: 'Report' });
  await expect(listed).toHaveAttribute('href', /docs\/.*\.pdf/);
  expect(await callAs(page, 'GET', '/admin/posts/news/with-files')).toMatchObject({
    images: [{ name: 'hall.jpg', caption: 'The hall' }, { name: 'stage.jpg' }],
    files: [{ name: 'report.pdf', caption: 'Report' }],
    thumbnail: { name: 'roof.jpg' },
  });
});

test('failed upload stops the save until the author saves again', { tag: '@extended' }, async ({
  page,
  signIn,
  expectNothingFromAxe,
}) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await upload(page, 'Upload images', [await photo('kept.jpg', 60, 40)]);
  await expect(captions(page)).toHaveCount(1);
  const failure = Promise.withResolvers<void>();
  await page.route('**/uploads/**', async (route) => {
    await failure.promise;
    await route.abort();
  });
  await beginPost(page, 'saved-without');
  await give(images(page), 'drop', [await photo('lost.jpg')]);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Will be saved when uploads finish…')).toBeVisible();
  failure.resolve();
  await expect(page.getByText('Not saved: an upload failed.')).toBeVisible();
  await expect(page).toHaveURL('/admin/posts/news/create');
  const lost = images(page).getByRole('button', { name: /lost\.jpg/ });
  await expect(lost.first()).toBeVisible();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(DETAIL);
  await page.getByRole('button', { name: 'Open image 1 of 1: kept.jpg' }).click();
  await expect(page.getByRole('dialog')).toContainText('kept.jpg');
  await expectNothingFromAxe(page);
});

test('leaving during uploads asks, and a sixth image is rejected', { tag: '@extended' }, async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await holdUploads(page);
  await give(thumbnail(page), 'drop', [await photo('late.jpg')]);
  await expect(thumbnail(page)).toContainText('late.jpg');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/admin/posts/news');
  await page.unroute('**/uploads/**');

  await goInConsole(page, '/admin/posts/news/create');
  const many = await Promise.all(Array.from({ length: 6 }, (_, index) => photo(`p${index}.jpg`, 60 + index, 40)));
  await upload(page, 'Upload images', many);
  await expect(page.getByText('A post can have up to 5. Not added: p5.jpg')).toBeVisible();
  await expect(captions(page)).toHaveCount(5);
  await expect(images(page).getByRole('button', { name: 'Upload images' })).toBeDisabled();
  await expect(files(page).getByRole('button', { name: 'Upload files' })).toBeEnabled();
});

test('files of an unsaved post are restored', { tag: '@extended' }, async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await upload(page, 'Upload images', [await photo('kept.jpg')]);
  await field(page, 'Caption of kept.jpg').fill('Kept');
  await upload(page, 'Upload thumbnail', [await photo('small.jpg')]);
  await expect(thumbnail(page).getByRole('button', { name: 'Remove' })).toBeVisible();
  await expect.poll(() => storedDrafts(page)).toContain('"caption":"Kept"');
  await expect.poll(() => storedDrafts(page)).toContain('"thumbnail":{');
  await page.reload();
  await expect(field(page, 'Caption of kept.jpg')).toHaveValue('Kept');
  await expect(thumbnail(page)).toContainText('small.jpg');

  const { postId } = await givenPost(page, { slug: 'autosaved-files', title: 'One' });
  await page.goto(`/admin/posts/news/${postId}/edit`);
  await upload(page, 'Upload files', [report]);
  await field(page, 'Label of report.pdf').fill('Report');
  await expect(page.getByText(/^Autosaved/)).toBeVisible();
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('kawaraban.draft.')) localStorage.removeItem(key);
  });
  const copy = await callAs(page, 'GET', `/admin/posts/news/${postId}/working-copy`);
  expect(copy).toMatchObject({ content: { files: [{ mimeType: 'application/pdf', caption: 'Report' }] } });
  await page.goto('about:blank');
  await page.goto(`/admin/posts/news/${postId}/edit`);
  await expect(field(page, 'Label of report.pdf')).toHaveValue('Report');
});
