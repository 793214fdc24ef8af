import { ADMIN, expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import { captions, give, holdUploads, mark, photo, upload } from './post-files-page.ts';
import { bodyOf, bodyText, focusMarkdownBody, givenPost, moveCaret } from './posts-page.ts';

test('dropped images keep their place while typing continues', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  const release = await holdUploads(page);
  await focusMarkdownBody(page);
  await page.keyboard.type('one\n\ntwo');
  const line = await page.locator('.cm-line').nth(1).boundingBox();
  const box = await bodyOf(page).boundingBox();
  const at = { x: 20, y: (line?.y ?? 0) - (box?.y ?? 0) + 5 };
  await give(bodyOf(page), 'drop', [await photo('first.jpg'), await photo('second.jpg')], at);
  await expect(mark(page)).toHaveCount(2);
  await expect(mark(page).first()).toContainText('first.jpg');
  await moveCaret(page, 'ControlOrMeta+End');
  await page.keyboard.type(' three');
  release();
  await expect(mark(page)).toHaveCount(0);
  const picture = String.raw`!\[\]\(\S+1200x1200\.jpg\)`;
  expect(await bodyText(page)).toMatch(new RegExp(`^one\n${picture}\n\n${picture}\ntwo three$`));
  await page.keyboard.press('ControlOrMeta+z');
  expect(await bodyText(page)).toMatch(new RegExp(`^one\n${picture}\n+two three$`));
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => bodyText(page)).toBe('one\n\ntwo three');
});

test('upload that ends during a composition does not interrupt it', { tag: '@extended' }, async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  const release = await holdUploads(page);
  await focusMarkdownBody(page);
  await page.keyboard.insertText('絵：');
  await give(bodyOf(page), 'paste', [await photo('photo.jpg')]);
  await expect(mark(page)).toContainText('photo.jpg');
  const ime = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  for (const text of ['か', 'かわ', 'かわら']) await compose(text);
  release();
  await expect(mark(page)).toContainText(/photo\.jpg/);
  await page.waitForResponse((response) => response.url().endsWith('/complete'));
  for (const text of ['かわらば', 'かわらばん', '瓦版']) await compose(text);
  await ime.send('Input.insertText', { text: '瓦版' });
  await expect(mark(page)).toHaveCount(0);
  expect(await bodyText(page)).toMatch(/^絵：!\[\]\(\S+\.jpg\)瓦版$/);
});

test('rejected and cancelled files leave the text, library files enter', { tag: '@extended' }, async ({
  page,
  signIn,
}) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await upload(page, 'Upload images', [await photo('in-the-library.jpg')]);
  await expect(captions(page)).toHaveCount(1);
  await focusMarkdownBody(page);
  await page.keyboard.type('one ');
  const song = { name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('x') };
  await give(bodyOf(page), 'paste', [song]);
  const rejection = page.getByRole('alert').filter({ hasText: 'song.mp3' });
  await expect(rejection).toBeVisible();
  await expect(mark(page)).toHaveCount(0);
  await expect.poll(() => bodyText(page)).toBe('one ');
  await page.getByRole('button', { name: 'Dismiss message about song.mp3' }).click();
  await expect(rejection).toHaveCount(0);

  await holdUploads(page);
  await give(bodyOf(page), 'paste', [await photo('unwanted.jpg')]);
  await page.getByRole('button', { name: 'Cancel the upload of unwanted.jpg' }).click();
  await expect(mark(page)).toHaveCount(0);
  await expect.poll(() => bodyText(page)).toBe('one ');

  await page.getByRole('button', { name: 'Insert images', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /in-the-library\.jpg/ }).click();
  await dialog.getByRole('button', { name: 'Use 1 file' }).click();
  await expect.poll(() => bodyText(page)).toMatch(/^one !\[\]\(\S+1200x1200\.jpg\)$/);
  await expect(bodyOf(page)).toBeFocused();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Choose images from library' }).click();
  await dialog.getByRole('button', { name: /in-the-library\.jpg/ }).click();
  await dialog.getByRole('button', { name: 'Use 1 file' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(captions(page)).toHaveCount(1);
});

test('direct editing accepts images and waits for their upload', { tag: '@extended' }, async ({ page, signIn }) => {
  await signIn(page);
  const { postId } = await givenPost(page, { slug: 'edited-directly', title: 'One', body: 'one' });
  await goInConsole(page, `/admin/posts/news/${postId}`);
  const release = await holdUploads(page);
  await page.getByRole('button', { name: 'Quick edit' }).click();
  await expect(bodyOf(page)).toBeFocused();
  await moveCaret(page, 'ControlOrMeta+End');
  await page.keyboard.type(' two ');
  await give(bodyOf(page), 'paste', [await photo('photo.jpg')]);
  await expect(mark(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  release();
  await expect(mark(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.post-body img')).toHaveAttribute('src', /\/news\/images\//);
});
