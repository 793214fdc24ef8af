import { ADMIN, expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import { FILE_DETAIL, LIBRARY, png, uploadAndWait } from './media-page.ts';
import { images, thumbnail } from './post-files-page.ts';
import { field, givenPost } from './posts-page.ts';

test('editor names, replaces and deletes a used file', async ({ page, signIn }) => {
  await signIn(page, ADMIN, LIBRARY);
  await uploadAndWait(page, [await png('old.png', { width: 301, height: 200 })]);
  const open = async (name: string) => {
    await page.locator('.file-tile').filter({ hasText: name }).click();
    await expect(page).toHaveURL(FILE_DETAIL);
  };
  await open('old.png');
  await expect(page.getByText('301 × 200').first()).toBeVisible();
  await field(page, 'File name').fill('鶴.png');
  await field(page, 'English').first().fill('Two cranes over a snowy field');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: '鶴.png' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Media' }).click();
  await open('鶴.png');
  await expect(page.locator('.file-preview img')).toHaveAttribute('alt', 'Two cranes over a snowy field');

  const address = page.locator('.file-addresses a').first();
  const before = await address.getAttribute('href');
  await page.getByRole('button', { name: 'Replace' }).click();
  const dialog = page.getByRole('dialog');
  const replacement = await png('new.png', { width: 61, height: 41 });
  await field(page, 'Choose a file').first().setInputFiles(replacement);
  await expect(dialog).toBeHidden();
  await expect(page.getByText('61 × 41').first()).toBeVisible();
  expect((await address.getAttribute('href'))?.split('?')).toEqual([before, 'v=2']);

  const fileId = new URL(page.url()).pathname.split('/').at(-1);
  const image = { fileId, mimeType: 'image/png' };
  const cranes = { slug: 'cranes', title: 'Cranes in snow', status: 'publish', images: [image], thumbnail: image };
  const { postId } = await givenPost(page, cranes);
  await goInConsole(page, LIBRARY);
  await open('鶴.png');
  const uses = page.locator('.file-uses');
  await expect(uses.getByRole('link', { name: 'Cranes in snow' })).toBeVisible();
  await expect(uses).toContainText('thumbnail, images');

  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText('Cranes in snow');
  await dialog.getByRole('button', { name: 'Delete anyway' }).click();
  const sure = page.getByRole('dialog', { name: 'Delete a file that is in use?' });
  await sure.getByRole('textbox').fill('delete');
  await sure.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Readers no longer see it')).toBeVisible();
  await goInConsole(page, `/admin/posts/news/${postId}/edit`);
  for (const place of [thumbnail(page), images(page)]) {
    const removed = place.locator('.file-facts').filter({ hasText: '鶴.png' });
    await expect(removed).toContainText('Readers no longer see it');
    const link = removed.getByRole('link', { name: 'View in library' });
    await expect(link).toHaveAttribute('href', `/admin/files/news/${fileId}`);
  }
});
