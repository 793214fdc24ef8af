import { ADMIN, expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import { bodyOf, field, givenPost, moveCaret } from './posts-page.ts';

test('editor writes on a page that grows, with the bar in sight', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await expect(field(page, 'Title')).toBeFocused();
  await expect(page.locator('.ProseMirror')).toBeVisible();
  await page.keyboard.type('On a page');
  await page.keyboard.press('Enter');
  await expect(bodyOf(page)).toBeFocused();
  await page.keyboard.type('First line');
  for (let line = 2; line <= 40; line += 1) {
    await page.keyboard.press('Enter');
    await page.keyboard.insertText(`Line ${line}`);
  }
  const inner = await page
    .locator('.write-side *')
    .evaluateAll(
      (all) =>
        all.filter(({ scrollHeight, clientHeight }) => clientHeight > 100 && scrollHeight > clientHeight + 1).length,
    );
  expect(inner).toBe(0);
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Bold' }).first()).toBeInViewport();
  await expect(page.getByText('1 min read')).toContainText('words');

  await moveCaret(page, 'ControlOrMeta+Home');
  await page.keyboard.press('ArrowUp');
  await expect(field(page, 'Title')).toBeFocused();
});

test('Enter in the title leads to a body that is still loading', async ({ page, signIn }) => {
  const editor = Promise.withResolvers<void>();
  await signIn(page);
  await page.route('**/rich-editor-*.js', async (route) => {
    await editor.promise;
    await route.continue();
  });
  await goInConsole(page, '/admin/posts/news');
  await page.keyboard.press('c');
  await expect(field(page, 'Title')).toBeFocused();
  await page.keyboard.type('Quick');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Loading editor…')).toBeVisible();
  editor.resolve();
  await expect(bodyOf(page)).toBeFocused();
});

test('toolbar at selected text highlights it and adds ruby', async ({ page, signIn }) => {
  await signIn(page);
  const post = { slug: 'toolbar-at-a-selection', title: 'Toolbar', body: '<p>瓦版</p>', bodyFormat: 'html' };
  const { postId } = await givenPost(page, { ...post, editorMode: 'richText' });
  await goInConsole(page, `/admin/posts/news/${postId}/edit`);
  await bodyOf(page)
    .locator('p')
    .dblclick({ position: { x: 12, y: 12 } });
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  await toolbar.getByRole('button', { name: 'Highlight' }).click();
  await expect(bodyOf(page).locator('mark')).toHaveText('瓦版');
  await expect(toolbar.getByRole('button', { name: 'Highlight' })).toHaveAttribute('aria-pressed', 'true');
  await toolbar.getByRole('button', { name: 'Ruby' }).click();
  await page.getByRole('dialog').getByLabel('Reading').fill('かわらばん');
  await page.keyboard.press('Enter');
  await expect(bodyOf(page).locator('ruby')).toHaveText('瓦版かわらばん');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Edit completed')).toBeVisible();
  await page.reload();
  await expect(bodyOf(page).locator('ruby rt')).toHaveText('かわらばん');
});

test('link dialog finds posts of the service by title', async ({ page, signIn }) => {
  await signIn(page);
  const post = { slug: 'links-to-own-posts', title: 'Links', body: '<p>瓦版</p>', bodyFormat: 'html' };
  await givenPost(page, { slug: 'the-linked-post', title: 'Yomiuri of Edo', status: 'publish' });
  const { postId } = await givenPost(page, { ...post, editorMode: 'richText' });
  await goInConsole(page, `/admin/posts/news/${postId}/edit`);
  await bodyOf(page).click();
  await moveCaret(page, 'ControlOrMeta+End');
  await page.keyboard.press('ControlOrMeta+k');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill('yomiuri');
  await dialog.getByRole('button', { name: /Yomiuri of Edo/ }).click();
  await expect(dialog.getByLabel('URL')).toHaveValue('/posts/news/the-linked-post');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(bodyOf(page).getByRole('link', { name: 'Yomiuri of Edo' })).toHaveAttribute(
    'href',
    '/posts/news/the-linked-post',
  );
});

test('words of the source are found and replaced', async ({ page, signIn }) => {
  await signIn(page);
  const { postId } = await givenPost(page, { slug: 'found-and-replaced', title: 'Find', body: 'Edo, then Edo.' });
  await goInConsole(page, `/admin/posts/news/${postId}/edit`);
  await bodyOf(page).click();
  await page.keyboard.press('ControlOrMeta+f');
  await page.getByLabel('Find', { exact: true }).fill('Edo');
  await page.getByLabel('Replace with', { exact: true }).fill('Tokyo');
  await page.getByRole('button', { name: 'Replace all' }).click();
  await expect(bodyOf(page)).toHaveText('Tokyo, then Tokyo.');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Find', { exact: true })).toHaveCount(0);
});
