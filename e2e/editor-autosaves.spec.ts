import type { Page } from '@playwright/test';
import { session } from './console-page.ts';
import { expect, test, tierOf } from './fixtures.ts';
import { bodyText, callAs, DETAIL, field, givenPost, typeBody } from './posts-page.ts';

const WORDS = {
  'en-US': {
    ...{ saved: /^Autosaved \d{2}:\d{2}$/, back: 'What you typed and did not save is back, from' },
    ...{ title: 'Title', body: 'Body', update: 'Update' },
  },
  'ja-JP': {
    ...{ saved: /^\d{2}:\d{2} に自動保存しました$/, back: '保存していなかった入力内容を復元しました：' },
    ...{ title: 'タイトル', body: '本文', update: '更新' },
  },
} as const;

/** What of a post its author has typed, as the server keeps it; nothing if it keeps nothing. */
async function copyOf(page: Page, postId: string): Promise<{ content: { body: string } } | undefined> {
  const { accessToken } = await session(page);
  const address = `${new URL(page.url()).origin}/api/admin/posts/news/${postId}/working-copy`;
  const answer = await page.request.get(address, { headers: { authorization: `Bearer ${accessToken}` } });
  if (answer.status() === 404) return undefined;
  expect(answer.status()).toBe(200);
  return answer.json();
}

async function expectNoCopy(page: Page, postId: string): Promise<void> {
  await expect.poll(() => copyOf(page, postId)).toBe(undefined);
}

async function expectAutosaved(page: Page): Promise<void> {
  await expect(page.getByRole('status').getByText(WORDS['en-US'].saved)).toBeVisible();
}

for (const locale of ['en-US', 'ja-JP'] as const) {
  const words = WORDS[locale];

  test.describe(locale, tierOf(locale), () => {
    test.use({ locale });

    test('what is typed of a published post is found in another browser, and readers see it once it is saved', async ({
      page,
      browser,
      baseURL,
      signIn,
      expectNothingFromAxe,
    }) => {
      await signIn(page);
      const slug = `autosaved-${locale.toLowerCase()}`;
      const { postId } = await givenPost(page, { slug, title: 'Stored', body: 'Old text.', status: 'publish' });
      await page.goto(`/admin/posts/news/${postId}/edit`);
      const body = page.getByRole('textbox', { name: words.body, exact: true });
      await body.click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText('New text.');
      await field(page, words.title).fill('Typed');
      await expect(page.getByRole('status').getByText(words.saved)).toBeVisible();
      await expectNothingFromAxe(page);

      const other = await browser.newContext({ locale, ...(baseURL && { baseURL }) });
      const elsewhere = await other.newPage();
      await signIn(elsewhere, undefined, `/admin/posts/news/${postId}/edit`);
      await expect(elsewhere.getByText(words.back)).toBeVisible();
      await expect(field(elsewhere, words.title)).toHaveValue('Typed');
      const otherBody = elsewhere.getByRole('textbox', { name: words.body, exact: true });
      await expect(otherBody).toHaveText('New text.');
      await expectNothingFromAxe(elsewhere);
      const read = await page.request.get(`/posts/news/${slug}`);
      expect(await read.text()).toContain('Old text.');

      await elsewhere.getByRole('button', { name: words.update, exact: true }).click();
      await expect(elsewhere).toHaveURL(DETAIL);
      await expectNoCopy(elsewhere, postId);
      await elsewhere.goto(`/posts/news/${slug}`);
      await expect(elsewhere.getByText('New text.')).toBeVisible();
      await other.close();
    });
  });
}

test('a copy goes when it is thrown away, when it is typed back and when the form is left', async ({
  page,
  signIn,
}) => {
  await signIn(page);
  const { postId, revision } = await givenPost(page, { slug: 'thrown-away', title: 'Stored', body: 'Stored text.' });
  const keep = (body: string) =>
    callAs(page, 'PUT', `/admin/posts/news/${postId}/working-copy`, { body, baseRevision: revision });
  await keep('Typed elsewhere.');
  await page.goto(`/admin/posts/news/${postId}/edit`);
  await expect(page.getByText(WORDS['en-US'].back)).toBeVisible();
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(page.getByText(WORDS['en-US'].back)).toBeHidden();
  await expect.poll(() => bodyText(page)).toBe('Stored text.');
  await expectNoCopy(page, postId);

  await typeBody(page, 'Typed here.');
  await expectAutosaved(page);
  expect(await copyOf(page, postId)).toMatchObject({ content: { body: 'Typed here.' } });
  await typeBody(page, 'Stored text.');
  await expectNoCopy(page, postId);

  await keep('Typed elsewhere.');
  await page.reload();
  await expect(page.getByText(WORDS['en-US'].back)).toBeVisible();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/admin/posts/news');
  await expectNoCopy(page, postId);
});

test('a copy of an older version says so, and saving it shows both versions', async ({ page, signIn }) => {
  await signIn(page);
  const { postId, revision } = await givenPost(page, { slug: 'older-copy', title: 'Stored', body: 'First.' });
  await callAs(page, 'POST', `/admin/posts/news/${postId}`, { body: 'Second.' });
  await callAs(page, 'PUT', `/admin/posts/news/${postId}/working-copy`, { body: 'Mine.', baseRevision: revision });
  await page.goto(`/admin/posts/news/${postId}/edit`);
  await expect(page.getByText('The post has been saved since.')).toBeVisible();
  await expect.poll(() => bodyText(page)).toBe('Mine.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Second.');
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(page).toHaveURL(DETAIL);
  await expect(page.locator('.post-body')).toHaveText(/Mine\./);
  await expectNoCopy(page, postId);
});

test('saving by key goes on, and what is typed after it is autosaved on the new version', async ({ page, signIn }) => {
  await signIn(page);
  const { postId, revision } = await givenPost(page, { slug: 'saved-on', title: 'Stored', body: 'First.' });
  await page.goto(`/admin/posts/news/${postId}/edit`);
  await typeBody(page, 'Second.');
  await expectAutosaved(page);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Edit completed')).toBeVisible();
  await expectNoCopy(page, postId);
  await typeBody(page, 'Third.');
  await expectAutosaved(page);
  expect(await copyOf(page, postId)).toMatchObject({ baseRevision: revision + 1, content: { body: 'Third.' } });
});

test('typing goes on while the server cannot keep it, and is kept later', async ({ page, signIn }) => {
  await signIn(page);
  const { postId } = await givenPost(page, { slug: 'kept-later', title: 'Stored', body: 'First.' });
  await page.route('**/working-copy', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  );
  await page.goto(`/admin/posts/news/${postId}/edit`);
  await typeBody(page, 'Typed meanwhile.');
  await expect(page.getByRole('status').getByText('Not autosaved.')).toBeVisible();
  await expect(page.locator('.toast-danger')).toHaveCount(0);
  await page.unroute('**/working-copy');
  await expect(page.getByRole('status').getByText(WORDS['en-US'].saved)).toBeVisible({ timeout: 20_000 });
  expect(await copyOf(page, postId)).toMatchObject({ content: { body: 'Typed meanwhile.' } });
});
