import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newPage } from './console-page.ts';
import { ADMIN, expect, test } from './fixtures.ts';
import { callAs, DETAIL, field } from './posts-page.ts';

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };
const PACKAGE = join(import.meta.dirname, '..', 'node_modules', 'tinymce');

test('TinyMCE edits rich text, falls back to the built-in editor', async ({ browser, startProduct, signIn }) => {
  const product = await startProduct({ RICH_TEXT_EDITOR_KEY: 'abcdefgh12345678' });
  const page = await newPage(browser, product.url);
  // Serves the package instead of the CDN, which would know the license by its key.
  await page.route('https://cdn.tiny.cloud/1/abcdefgh12345678/tinymce/8/**', async (route) => {
    const path = new URL(route.request().url()).pathname.split('/tinymce/8/')[1] ?? '';
    const source = await readFile(join(PACKAGE, path), 'utf8').catch(() => undefined);
    if (source === undefined) return route.fulfill({ status: 404 });
    const license = path === 'tinymce.min.js' ? ";tinymce.overrideDefaults({license_key:'gpl'});" : '';
    const headers = { 'access-control-allow-origin': '*' };
    return route.fulfill({
      body: source + license,
      contentType: TYPES[path.split('.').at(-1) ?? ''] ?? 'text/plain',
      headers,
    });
  });
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await field(page, 'Slug').fill('by-tiny');
  await field(page, 'Title').fill('By Tiny');
  const frame = page.frameLocator('.tox-edit-area iframe');
  await frame.locator('body').click();
  await page.keyboard.type('Written ');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type('there');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(DETAIL);
  await expect(page.locator('.post-body strong')).toHaveText('there');
  const postId = page.url().split('/').at(-1);
  const stored = { body: '<p>Written <strong>there</strong></p>', editorMode: 'richText' };
  expect(await callAs(page, 'GET', `/admin/posts/news/${postId}`)).toMatchObject(stored);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(frame.locator('strong')).toHaveText('there');

  await page.unroute('https://cdn.tiny.cloud/1/abcdefgh12345678/tinymce/8/**');
  await page.route('https://cdn.tiny.cloud/**', (route) => route.abort());
  await page.reload();
  await expect(page.locator('.ProseMirror strong')).toHaveText('there');
  await page.close();
});
