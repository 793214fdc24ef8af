import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { givenAccount, signInOnSite } from './account-page.ts';
import { expect, signIn, test } from './fixtures.ts';
import { overflowOf } from './page-measures.ts';
import { callAs, givenPost } from './posts-page.ts';

/** As many as these come from one address in no time. */
const enough = { reader: 1000, address: 1000 };
const choices = { comments: { minSeconds: 0, limits: { heldAfter: enough, refusedAfter: enough } } };

const PATH = '/posts/news/talked-about';

let folder: string;

test.beforeEach(async () => {
  test.setTimeout(240_000);
  folder = await mkdtemp(join(tmpdir(), 'kawaraban-talk-'));
  await writeFile(join(folder, 'kawaraban.config.ts'), `export default ${JSON.stringify(choices)};\n`);
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

interface Talk {
  readonly contentId: string;
  /** Says something as a program does. */
  readonly say: (body: string) => Promise<void>;
}

/** A post that readers may talk about, and comments in whatever state they begin in. */
async function givenTalk(browser: Browser, baseURL: string, startsAs: string): Promise<Talk> {
  const page = await browser.newPage({ baseURL, locale: 'en-US' });
  await signIn(page);
  const configs = { commentDefaultPublishStatus: startsAs };
  await callAs(page, 'POST', '/admin/services/news', { functions: ['post', 'comment'], configs });
  const post = { slug: 'talked-about', title: 'Talked about', body: 'A short text.', status: 'publish' };
  const { postId: contentId } = await givenPost(page, post);
  await page.close();
  return {
    contentId,
    say: async (body) => {
      const answer = await fetch(`${baseURL}/api/comments/news/${contentId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ body, profiles: { nickname: 'Program' } }),
      });
      expect(answer.status).toBe(200);
    },
  };
}

/** Comes to the comments, and waits until they are alive. */
async function comeTo(page: Page, path = PATH): Promise<Locator> {
  await page.goto(path);
  await page.locator('#comment-form').scrollIntoViewIfNeeded();
  await page.locator('#comment-form .comment-count').waitFor();
  return page.locator('#comment-form');
}

test('a reader says something, sees it, changes it and takes it back', async ({
  browser,
  startProduct,
  expectNothingFromAxe,
}) => {
  const { url } = await startProduct({}, folder);
  const { say } = await givenTalk(browser, url, 'publish');
  const context = await browser.newContext({ baseURL: url, locale: 'en-US', viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const form = await comeTo(page);
  await expect(page.getByText('Nobody has said anything yet')).toBeVisible();
  const body = form.getByLabel('Comment', { exact: true });
  const nickname = form.getByLabel('Nickname');
  const send = form.getByRole('button', { name: 'Send' });

  await test.step('what is wrong is said at the fields, and the first has the focus', async () => {
    await send.click();
    await expect(body).toBeFocused();
    await expect(body).toHaveAccessibleDescription(/Please write something/);
    await body.fill(`  ${'墨'.repeat(1001)}\n\n`);
    await expect(form.locator('.comment-count')).toContainText('1,001 / 1,000');
    await nickname.fill('n'.repeat(51));
    await send.click();
    await expect(body).toHaveAccessibleDescription(/longer than 1,000 characters/);
    await expect(nickname).toHaveAccessibleDescription(/too long/);
  });

  await test.step('the Enter that ends a composition sends nothing', async () => {
    await nickname.fill('三郎');
    await body.fill('Line one\nhttps://example.org/a and <b>no markup</b>');
    await nickname.dispatchEvent('keydown', {
      key: 'Enter',
      isComposing: true,
      keyCode: 229,
      bubbles: true,
      cancelable: true,
    });
    await expect(page.locator('.comment')).toHaveCount(0);
  });

  await test.step('a failure loses nothing, not even when the page is loaded anew', async () => {
    const calls = '**/api/comments/news/*';
    for (const [answer, words] of [
      [500, 'Something went wrong'],
      [429, 'Too many comments'],
      [0, 'No answer from the server'],
    ] as const) {
      await page.route(calls, (route) =>
        answer === 0 ? route.abort() : route.fulfill({ status: answer, json: { message: 'Not now' } }),
      );
      await send.click();
      await expect(form.getByRole('alert')).toContainText(words);
      await expect(body).toHaveValue(/^Line one/);
      await page.unroute(calls);
    }
    await comeTo(page);
    await expect(body).toHaveValue(/^Line one/);
    await expect(nickname).toHaveValue('三郎');
    await expect(form.locator('.comment-count')).toContainText(/^5\d/);
  });

  await test.step('what was sent is there at once, with the focus on it', async () => {
    await send.click();
    const comment = page.locator('.comment');
    await expect(comment).toBeFocused();
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Your comment is published.');
    await expect(comment.locator('.comment-body')).toContainText('<b>no markup</b>');
    await expect(comment.getByRole('link', { name: 'https://example.org/a' })).toHaveAttribute(
      'rel',
      'nofollow ugc noopener',
    );
    await expect(page.getByRole('heading', { name: 'Comments 1' })).toBeVisible();
    await expect(body).toHaveValue('');
    await expect(page).toHaveURL(PATH);
  });

  await test.step('its author alone can change it, and does', async () => {
    const stranger = await browser.newPage({ baseURL: url, locale: 'en-US' });
    await comeTo(stranger);
    await expect(stranger.locator('.comment-body')).toContainText('Line one');
    await expect(stranger.getByText('Edit', { exact: true })).toHaveCount(0);
    await stranger.close();
    await comeTo(page);
    await page.getByText('Edit', { exact: true }).click();
    await page.getByLabel('Your comment').fill('Changed');
    await expectNothingFromAxe(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.locator('.comment .comment-body')).toHaveText('Changed');
    await expect(page.locator('.comment')).toBeFocused();
    await expect(page.locator('.comment-time')).toContainText('Edited');
    await page.getByText('Delete', { exact: true }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await expect(page.locator('.comment')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Comments' })).toBeFocused();
  });

  await test.step('many comments are turned page by page, in either order', async () => {
    for (let at = 1; at <= 23; at += 1) await say(`Number ${at}: ${'x'.repeat(at * 40)}`);
    await comeTo(page);
    await expect(page.locator('.comment-body').first()).toContainText('Number 1:');
    await expect(page.locator('.comment')).toHaveCount(20);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page.locator('.comment')).toHaveCount(3);
    await page.getByRole('link', { name: 'Previous' }).click();
    await expect(page.locator('.comment-body').first()).toContainText('Number 1:');
    await page.getByRole('link', { name: 'Newest first' }).click();
    await expect(page.locator('.comment-body').first()).toContainText('Number 23:');
    await expect(page.getByRole('link', { name: 'Newest first' })).toHaveAttribute('aria-current', 'true');
    for (const [width, colorScheme] of [
      [1280, 'dark'],
      [390, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await expectNothingFromAxe(page);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    }
  });
  await context.close();
});

test('whoever is signed in comments under their account', async ({ browser, startProduct, request }) => {
  const product = await startProduct({}, folder);
  await givenTalk(browser, product.url, 'publish');
  const person = await givenAccount(request, product);
  const context = await browser.newContext({ baseURL: product.url, locale: 'en-US' });
  const page = await context.newPage();
  await signInOnSite(page, person);
  const form = await comeTo(page);
  await form.getByLabel('Comment', { exact: true }).fill('From an account');
  await expect(form.getByLabel('Nickname')).toHaveValue(person.name);
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('.comment-by')).toContainText(person.name);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('kawaraban-guest');
  // It is the account's, wherever it is signed in.
  await comeTo(page);
  await expect(page.getByText('Edit', { exact: true })).toBeVisible();
  await context.close();
});

test('without JavaScript a comment waits to be confirmed, and its author can change it', async ({
  browser,
  startProduct,
  expectNothingFromAxe,
}) => {
  const { url } = await startProduct({}, folder);
  await givenTalk(browser, url, 'unconfirm');
  const options = { baseURL: url, locale: 'ja-JP', javaScriptEnabled: false };
  const page = await browser.newPage({ ...options, viewport: { width: 390, height: 800 } });
  await page.goto(PATH);
  const form = page.locator('#comment-form');
  await expect(form).toContainText('確認してから公開されます');
  const body = form.getByLabel('コメント', { exact: true });
  const send = form.getByRole('button', { name: '送信する' });
  const long = `長い${'い'.repeat(1000)}`;

  await body.fill(long);
  await send.click();
  await expect(page).toHaveURL(PATH);
  await expect(body).toHaveValue(long);
  await expect(body).toBeFocused();
  await expect(body).toHaveAccessibleDescription(/1,000文字を超えています/);

  await body.fill('一行目\n二行目');
  await form.getByLabel('ニックネーム').fill('三郎');
  await send.click();
  await expect(page).toHaveURL(/\?said=(\w+)#comment-\1$/);
  const comment = page.locator('.comment');
  await expect(comment).toContainText('確認待ちです');
  await expect(comment.locator('.comment-body')).toContainText('二行目');
  await expect(comment.locator('.comment-body')).toHaveAttribute('lang', 'ja');

  await comment.getByText('編集', { exact: true }).click();
  await comment.getByLabel('あなたのコメント').fill('');
  await comment.getByRole('button', { name: '保存する' }).click();
  await expect(comment.getByLabel('あなたのコメント')).toHaveAccessibleDescription(/入力してください/);
  await comment.getByLabel('あなたのコメント').fill('直しました');
  await comment.getByRole('button', { name: '保存する' }).click();
  await expect(comment.locator('.comment-body')).toHaveText('直しました');
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);

  const stranger = await browser.newPage(options);
  await stranger.goto(page.url());
  await expect(stranger.locator('.comment')).toHaveCount(0);
  await stranger.close();

  await comment.getByText('削除', { exact: true }).click();
  await comment.getByRole('button', { name: '完全に削除する' }).click();
  await expect(page).toHaveURL(/\?said=deleted#comments$/);
  await expect(page.locator('#comments')).toContainText('コメントを削除しました');
  await expect(comment).toHaveCount(0);
  await page.close();

  // The same page with scripts has nothing against it.
  const living = await (await browser.newContext({ baseURL: url, locale: 'ja-JP' })).newPage();
  await comeTo(living);
  await expectNothingFromAxe(living);
  await living.context().close();
});
