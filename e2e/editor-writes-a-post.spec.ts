import { ADMIN, expect, test } from './fixtures.ts';
import { bodyOf, bodyText, clickSource, DETAIL, field, givenPost, moveCaret, typeBody } from './posts-page.ts';

test.use({ timezoneId: 'America/New_York' });

test('a slug is offered from the title, proposed on demand, and checked against other posts', async ({
  page,
  signIn,
}) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await field(page, 'Title').fill('What’s new in Edo?');
  await field(page, 'Title').blur();
  await expect(field(page, 'Slug')).toHaveValue('whats-new-in-edo');

  await page.getByRole('button', { name: 'Auto' }).click();
  await page.getByRole('menuitem', { name: 'Random string' }).click();
  await expect(field(page, 'Slug')).toHaveValue(/^[0-9a-z]{11}$/);
  await page.getByRole('button', { name: 'Auto' }).click();
  await page.getByRole('menuitem', { name: 'Date' }).click();
  await expect(field(page, 'Slug')).toHaveValue(/^\d{6}$/);

  await field(page, 'Slug').fill('what-kawaraban-is');
  await field(page, 'Slug').blur();
  await expect(page.getByText('Already in use')).toBeVisible();
  await field(page, 'Slug').fill('no slug');
  await field(page, 'Slug').blur();
  await expect(page.getByText('Only letters, digits, hyphens and underscores')).toBeVisible();

  await field(page, 'Title').fill('瓦版');
  await field(page, 'Slug').fill('');
  await field(page, 'Title').blur();
  await expect(field(page, 'Slug')).toHaveValue('');
});

test('a refused save keeps everything typed, says why under the field and goes there', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await typeBody(page, 'Kept.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(field(page, 'Title')).toBeFocused();
  await expect(page.getByRole('alert').getByText('Correct inputs with error')).toBeVisible();
  await field(page, 'Slug').fill('taken-meanwhile');
  await field(page, 'Slug').blur();
  await field(page, 'Title').fill('A title');
  await givenPost(page, { slug: 'taken-meanwhile', title: 'Faster' });
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Already in use', { exact: true })).toBeVisible();
  await expect(field(page, 'Slug')).toBeFocused();
  await expect.poll(() => bodyText(page)).toBe('Kept.');

  await field(page, 'Title').fill('');
  await field(page, 'Title').press('Enter');
  await expect(page).toHaveURL('/admin/posts/news/create');
});

test('links, tags, description, author and the list setting are kept', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await field(page, 'Slug').fill('everything');
  await field(page, 'Title').fill('Everything');
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.keyboard.type('gui');
  await page.getByRole('treeitem', { name: 'Guide' }).click();
  const add = page.getByRole('button', { name: 'Add link' });
  await add.click();
  await expect(add).toBeDisabled();
  await field(page, 'URL 1').fill('javascript:alert(1)');
  await field(page, 'URL 1').blur();
  await expect(page.getByText('A URL must begin with http:// or https://')).toBeVisible();
  await expect(add).toBeDisabled();
  await field(page, 'URL 1').fill('https://example.com/map');
  await field(page, 'Label 1').fill('Map');
  await add.click();
  await page.getByRole('button', { name: 'Delete link 2' }).click();
  await page.getByRole('combobox', { name: 'Tags' }).fill('edo, 版画、');
  await page.getByRole('combobox', { name: 'Tags' }).pressSequentially('still typed');
  await field(page, 'Description').fill('In one line');
  await field(page, 'Author').fill('Hanako');
  await page.getByRole('checkbox', { name: 'Hide in list' }).check();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(DETAIL);
  await expect(page.getByText('Create completed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Map' })).toHaveAttribute('href', 'https://example.com/map');
  for (const text of ['edo', '版画', 'still typed', 'In one line', 'Hanako', 'This post is not shown in lists.']) {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Guide' }).click();
  await expect(page).toHaveURL('/admin/posts/news?category=guide');
});

test('a time in the future schedules the post, and every screen says when readers will see it', async ({
  page,
  signIn,
}) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await field(page, 'Slug').fill('scheduled');
  await field(page, 'Title').fill('Scheduled');
  await field(page, 'Publish date and time').fill('2099-07-01T10:07');
  const goesLive = 'July 1, 2099 at 10:10 AM EDT';
  await expect(page.getByText(goesLive)).toBeVisible();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog).toContainText('Are you sure you want to publish?');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/admin/posts/news/create');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(page).toHaveURL(DETAIL);
  await expect(page.getByText(`This post is not published yet. It goes live ${goesLive}`)).toBeVisible();
  await expect(page.getByText('July 1, 2099 at 10:07 AM EDT')).toBeVisible();
  const preview = page.getByRole('link', { name: 'Preview' });
  await expect(preview).toHaveAttribute('href', /\/posts\/news\/scheduled\?token=[0-9a-f]{64}$/);
  expect((await page.request.get((await preview.getAttribute('href')) ?? '')).status()).toBe(200);
  expect((await page.request.get('/posts/news/scheduled')).status()).toBe(404);

  await page.getByRole('navigation', { name: 'Where this is' }).getByRole('link', { name: 'Posts' }).click();
  await expect(page.getByRole('row', { name: /Reserved.*Jul 1, 2099, 10:10 AM EDT.*Scheduled/ })).toBeVisible();
});

test('the body is edited where it is read, and its keys and buttons write Markdown', async ({ page, signIn }) => {
  await signIn(page);
  const { postId } = await givenPost(page, { slug: 'direct', title: 'Direct', body: 'word' });
  await page.goto(`/admin/posts/news/${postId}`);
  await page.getByRole('button', { name: 'Edit directly' }).click();
  await expect(bodyOf(page)).toBeFocused();
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+b');
  await expect.poll(() => bodyText(page)).toBe('**word**');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Bold' })).toBeFocused();
  await moveCaret(page, 'End');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect.poll(() => bodyText(page)).toBe('> **word**');
  await page.keyboard.press('Tab');
  await expect(save).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.post-body blockquote strong')).toHaveText('word');
});

test('the key for saving saves and stays, with the cursor where it was', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await field(page, 'Slug').fill('by-key');
  await field(page, 'Title').fill('By key');
  await typeBody(page, 'one three');
  for (const _ of 'three') await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Post');
  await expect(bodyOf(page)).toBeFocused();
  await page.keyboard.insertText('two ');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Edit completed')).toBeVisible();
  await expect.poll(() => bodyText(page)).toBe('one two three');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/admin/posts/news');
});

test('a text of half a million letters is written without waiting', async ({ page, signIn }) => {
  await signIn(page);
  const body = `${'A sentence that goes on for a while, as sentences do. '.repeat(20)}\n\n`.repeat(460);
  const { postId } = await givenPost(page, { slug: 'long', title: 'Long', body });
  expect(body.length).toBeGreaterThan(490_000);
  await page.goto(`/admin/posts/news/${postId}/edit`);
  await bodyOf(page).click();
  await moveCaret(page, 'ControlOrMeta+Home');
  const begun = Date.now();
  await page.keyboard.type('Twenty letters typed');
  await expect(bodyOf(page).locator('.cm-line').first()).toHaveText(/^Twenty letters typed/);
  expect(Date.now() - begun).toBeLessThan(4000);
});

test('the editor is loaded where something is written, and not by the list', async ({ page, signIn }) => {
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url());
  });
  const withEditor = async () => {
    const bodies = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).text()));
    return bodies.filter((body) => body.includes('cm-scroller')).length;
  };
  await signIn(page, ADMIN, '/admin/posts/news');
  await expect(page.locator('.post-table')).toBeVisible();
  expect(await withEditor()).toBe(0);
  await page.getByRole('link', { name: 'Create', exact: true }).click();
  await expect(bodyOf(page)).toBeVisible();
  expect(await withEditor()).toBe(0);
  await clickSource(page);
  expect(await withEditor()).toBeGreaterThan(0);
});
