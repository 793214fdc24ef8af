import { expect, test } from './fixtures.ts';
import { FILE_DETAIL, jpeg, openOwnLibrary, png, uploadAndWait } from './media-page.ts';
import { callAs, field, type MadePost } from './posts-page.ts';

test.use({ locale: 'en-US' });

test('a file gets a name and words in both languages, and other bytes at the same address', async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await openOwnLibrary(page, 'library-words');
  await uploadAndWait(page, [await png('old.png', { width: 300, height: 200 })]);
  await page.locator('.file-tile').click();
  await expect(page.getByText('300 × 200').first()).toBeVisible();
  await field(page, 'File name').fill('鶴.png');
  const inEnglish = page.getByLabel('English', { exact: true });
  await inEnglish.first().fill('Two cranes over a snowy field');
  await page.getByLabel('Japanese', { exact: true }).first().fill('雪原の上を飛ぶ二羽の鶴');
  await inEnglish.last().fill('Photo: N. Yuki');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: '鶴.png' })).toBeVisible();
  await page.reload();
  await expect(inEnglish.first()).toHaveValue('Two cranes over a snowy field');
  await expect(page.locator('.file-preview img')).toHaveAttribute('alt', 'Two cranes over a snowy field');
  // Saved words are no reason to ask before going.
  await page.getByRole('navigation', { name: 'Where this is' }).getByRole('link', { name: 'Media' }).click();
  await page.locator('.file-tile').click();

  const address = await page.locator('.file-addresses a').first().getAttribute('href');
  await page.getByRole('button', { name: 'Replace' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel('Choose a file', { exact: true })
    .first()
    .setInputFiles(await jpeg('new.jpg'));
  await expect(dialog).toContainText('It must be of the same type: png');
  await expect(dialog).toContainText('Drop a file here');
  await dialog
    .getByLabel('Choose a file', { exact: true })
    .first()
    .setInputFiles(await png('new.png'));
  await expect(dialog).toBeHidden();
  await expect(page.getByText('60 × 40').first()).toBeVisible();
  const changed = await page.locator('.file-addresses a').first().getAttribute('href');
  expect(changed?.split('?')).toEqual([address, 'v=2']);
});

test('words that somebody else has saved meanwhile stay', async ({ page, signIn }) => {
  await signIn(page);
  await openOwnLibrary(page, 'library-tabs');
  await uploadAndWait(page, [await png('crane.png')]);
  await page.locator('.file-tile').click();
  await expect(page).toHaveURL(FILE_DETAIL);
  const inEnglish = page.getByLabel('English', { exact: true });
  const inJapanese = page.getByLabel('Japanese', { exact: true });
  await inEnglish.first().fill('Two cranes');
  const fileId = new URL(page.url()).pathname.split('/').at(-1);
  await callAs(page, 'POST', `/admin/files/library-tabs/${fileId}`, { alt: { ja: '二羽の鶴' }, name: '鶴.png' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: '鶴.png' })).toBeVisible();
  await expect(inJapanese.first()).toHaveValue('二羽の鶴');
  await page.reload();
  await expect(inEnglish.first()).toHaveValue('Two cranes');
  await expect(inJapanese.first()).toHaveValue('二羽の鶴');
});

test('a file in use says where, and goes only when that is said twice', async ({ page, signIn }) => {
  await signIn(page);
  await openOwnLibrary(page, 'library-used');
  await uploadAndWait(page, [await png('used.png')]);
  await page.locator('.file-tile').click();
  await expect(page).toHaveURL(FILE_DETAIL);
  const fileId = new URL(page.url()).pathname.split('/').at(-1);
  const made = await callAs(page, 'POST', '/admin/posts/library-used', {
    ...{ slug: 'cranes', title: 'Cranes in snow', body: 'x', bodyFormat: 'markdown', status: 'publish' },
    images: [{ fileId, mimeType: 'image/png' }],
    thumbnail: { fileId, mimeType: 'image/png' },
  });
  await page.reload();
  const uses = page.locator('.file-uses');
  await expect(uses.getByRole('link', { name: 'Cranes in snow' })).toBeVisible();
  await expect(uses).toContainText('thumbnail, images');

  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Cranes in snow');
  await expect(dialog.getByRole('button', { name: 'Replace instead' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete all the same' }).click();
  const sure = page.getByRole('dialog', { name: 'Delete it although it is in use?' });
  await expect(sure.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await sure.getByRole('textbox').fill('delete');
  await sure.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Readers do not get it any more')).toBeVisible();
  const post = await page.context().newPage();
  await post.goto(`/admin/posts/library-used/${(made as MadePost).postId}/edit`);
  const told = post.locator('.image-card, .file-facts').filter({ hasText: 'used.png' }).first();
  await expect(told).toContainText('Readers do not get it any more');
  await expect(told.getByRole('link', { name: 'See it in the library' })).toHaveAttribute('href', /library-used/);
  await post.close();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Readers do not get it any more')).toBeHidden();

  await page.goto('/admin/files/library-used');
  await page.getByRole('checkbox', { name: 'Select used.png' }).check();
  await page.locator('.selection-bar').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('All of the selected files are in use')).toBeVisible();
});
