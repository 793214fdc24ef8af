import { ADMIN, expect, test } from './fixtures.ts';
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
import { bodyOf, bodyText, callAs, clickSource, DETAIL, field, givenPost } from './posts-page.ts';

test('pictures and documents are uploaded for a post, put in order, and stand where it is read', async ({
  page,
  signIn,
  expectNothingFromAxe,
}) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await clickSource(page);
  await beginPost(page, 'with-files');
  await upload(page, 'Upload images', [await photo('stage.jpg'), await photo('hall.jpg'), await photo('roof.jpg')]);
  await expect(captions(page)).toHaveCount(3);
  await field(page, 'Caption of hall.jpg').fill('The hall');
  await upload(page, 'Upload files', [report]);
  await field(page, 'Label of report.pdf').fill('Report');
  await page.getByRole('button', { name: 'Make roof.jpg the thumbnail' }).click();
  await expect(thumbnail(page)).toContainText('roof.jpg');

  const handle = page.getByRole('button', { name: 'Move roof.jpg' });
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Picked up roof.jpg, place 3 of 3.')).toBeAttached();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('roof.jpg is at place 2 of 3.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(page.getByText('Put down roof.jpg at place 2 of 3.')).toBeAttached();
  const named = () => captions(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  await expect.poll(named).toEqual(['stage', 'roof', 'hall'].map((name) => `Caption of ${name}.jpg`));

  await page.getByRole('combobox', { name: 'Size of hall.jpg in the body' }).selectOption('400x400');
  await page.getByRole('button', { name: 'Insert hall.jpg into the body' }).click();
  await expect(bodyOf(page)).toBeFocused();
  expect(await bodyText(page)).toMatch(/^!\[\]\(\S*\/news\/images\/[0-9a-z]{26}\/400x400\.jpg\)$/);
  await page.keyboard.type(' and ');
  await page.getByRole('button', { name: 'Insert a link to report.pdf into the body' }).click();
  await expect.poll(() => bodyText(page)).toMatch(/ and \[Report\]\(\S*\/news\/docs\/[0-9a-z]{26}\.pdf\)$/);
  const shown = page.getByRole('region', { name: 'Preview' }).locator('img');
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400);
  await expectNothingFromAxe(page);

  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(DETAIL);
  await expect(page.getByText('3 images')).toBeVisible();
  await page.getByRole('button', { name: 'Open image 1 of 3: stage.jpg' }).click();
  const gallery = page.getByRole('dialog');
  await expect(gallery).toContainText('Image 1 of 3');
  await page.keyboard.press('ArrowLeft');
  await expect(gallery).toContainText('The hall');
  await expectNothingFromAxe(page);
  await page.keyboard.press('ArrowRight');
  await expect(gallery).toContainText('stage.jpg');
  await page.keyboard.press('Escape');
  await expect(gallery).toHaveCount(0);
  const listed = page.locator('.post-facts').getByRole('link', { name: 'Report' });
  await expect(listed).toHaveAttribute('href', /docs\/.*\.pdf/);
  await expectNothingFromAxe(page);

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Take stage.jpg out of the post' }).click();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(DETAIL);
  await expect(page.getByText('2 images')).toBeVisible();
});

test('a save waits for what is being uploaded', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  const release = await holdUploads(page);
  await beginPost(page, 'saved-while-uploading');
  await give(images(page), 'drop', [await photo('late.jpg')]);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Saves when the uploads are done…')).toBeVisible();
  release();
  await expect(page).toHaveURL(DETAIL);
  await expect(page.getByText('1 image', { exact: true })).toBeVisible();
});

test('when one of them fails, nothing is saved until somebody says what is to become of it', async ({
  page,
  signIn,
}) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  let fail = () => {};
  const held = new Promise<void>((go) => {
    fail = go;
  });
  await page.route('**/uploads/**', async (route) => {
    await held;
    await route.abort();
  });
  await beginPost(page, 'saved-without');
  await give(images(page), 'drop', [await photo('lost.jpg')]);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Saves when the uploads are done…')).toBeVisible();
  fail();
  await expect(page.getByText('Not saved: an upload has failed.')).toBeVisible();
  await expect(page).toHaveURL('/admin/posts/news/create');
  await expect(
    images(page)
      .getByRole('button', { name: /lost\.jpg/ })
      .first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(DETAIL);
});

test('leaving while something is uploaded asks', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await holdUploads(page);
  await give(thumbnail(page), 'drop', [await photo('late.jpg')]);
  await expect(thumbnail(page)).toContainText('late.jpg');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/admin/posts/news');
});

test('files of a post that is not saved are there again, in this browser and by autosave', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await upload(page, 'Upload images', [await photo('kept.jpg')]);
  await field(page, 'Caption of kept.jpg').fill('Kept');
  await upload(page, 'Upload thumbnail', [await photo('small.jpg')]);
  await expect(thumbnail(page).getByRole('button', { name: 'Remove' })).toBeVisible();
  await page.waitForTimeout(600);
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

test('a post has five images at most, and each once', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  const many = await Promise.all(Array.from({ length: 6 }, (_, index) => photo(`p${index}.jpg`, 60 + index, 40)));
  await upload(page, 'Upload images', many);
  await expect(page.getByText('A post has five of them at most')).toBeVisible();
  await expect(captions(page)).toHaveCount(5);
  await expect(images(page).getByRole('button', { name: 'Upload images' })).toBeDisabled();
  await expect(files(page).getByRole('button', { name: 'Upload files' })).toBeEnabled();
});
