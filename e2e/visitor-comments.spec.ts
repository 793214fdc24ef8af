import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { givenAccount } from './account-page.ts';
import { asAdmin, test as base, expect } from './fixtures.ts';
import { overflowOf } from './page-measures.ts';
import { callAs, givenPost } from './posts-page.ts';
import { giveSession, startConfigured } from './visitor-page.ts';

/** Limits that no test reaches; `minSeconds` allows sending without a pause. */
const enough = { reader: 1000, address: 1000 };
const config = { comments: { minSeconds: 0, limits: { heldAfter: enough, refusedAfter: enough } } };

const PATH = '/posts/news/talked-about';

interface Fixtures {
  readonly site: { readonly url: string; readonly dataDir: string };
}

const test = base.extend<Fixtures>({
  site: async ({ startProduct }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'kawaraban-comments-'));
    await use(await startConfigured(startProduct, folder, config));
    await rm(folder, { recursive: true, force: true });
  },
  baseURL: async ({ site }, use) => use(site.url),
});

async function givenThread(browser: Browser, baseURL: string, commentDefaultPublishStatus: string): Promise<string> {
  return asAdmin(browser, baseURL, async (admin) => {
    const functions = ['post', 'comment'];
    await callAs(admin, 'POST', '/admin/services/news', { functions, configs: { commentDefaultPublishStatus } });
    const post = { slug: 'talked-about', title: 'Talked about', body: 'A short text.', status: 'publish' };
    return (await givenPost(admin, post)).postId;
  });
}

async function comment(page: Page, contentId: string, body: string): Promise<void> {
  const data = { body, profiles: { nickname: 'Program' } };
  const response = await page.request.post(`/api/comments/news/${contentId}`, { data });
  expect(response.status()).toBe(200);
}

async function openCommentForm(page: Page): Promise<Locator> {
  await page.goto(PATH);
  const form = page.locator('#comment-form');
  await form.scrollIntoViewIfNeeded();
  await form.locator('.comment-count').waitFor();
  return form;
}

test('guest writes, changes and deletes a comment', async ({ page, browser, site }) => {
  await givenThread(browser, site.url, 'publish');
  const form = await openCommentForm(page);
  await expect(page.getByText('No comments yet. Be the first.')).toBeVisible();
  const body = form.getByLabel('Comment', { exact: true });
  await form.getByLabel('Nickname').fill('三郎');
  await body.fill('Line one\nhttps://example.org/a and <b>no markup</b>');
  await form.getByRole('button', { name: 'Send' }).click();
  const comments = page.locator('.comment');
  await expect(comments).toBeFocused();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Your comment is published.');
  await expect(comments.locator('.comment-body')).toContainText('<b>no markup</b>');
  await expect(comments.getByRole('link', { name: 'https://example.org/a' })).toHaveAttribute(
    'rel',
    'nofollow ugc noopener',
  );
  await expect(page.getByRole('heading', { name: 'Comments 1' })).toBeVisible();
  await expect(body).toHaveValue('');
  await expect(page).toHaveURL(PATH);

  const otherVisitor = await browser.newPage({ baseURL: site.url, locale: 'en-US' });
  await openCommentForm(otherVisitor);
  await expect(otherVisitor.locator('.comment-body')).toContainText('Line one');
  await expect(otherVisitor.getByText('Edit', { exact: true })).toHaveCount(0);
  await otherVisitor.close();

  await openCommentForm(page);
  await page.getByText('Edit', { exact: true }).click();
  await page.getByLabel('Your comment').fill('Changed');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(comments.locator('.comment-body')).toHaveText('Changed');
  await expect(comments).toBeFocused();
  await expect(page.locator('.comment-time')).toContainText('Edited');
  await page.getByText('Delete', { exact: true }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(comments).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Comments' })).toBeFocused();
});

for (const javaScriptEnabled of [true, false]) {
  const title = `edit of an older comment replaces nothing unseen ${javaScriptEnabled ? 'with' : 'without'} JavaScript`;
  test(title, { tag: '@extended' }, async ({ browser, site }) => {
    await givenThread(browser, site.url, 'publish');
    const context = await browser.newContext({ baseURL: site.url, locale: 'en-US', javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(PATH);
    const form = page.locator('#comment-form');
    await form.scrollIntoViewIfNeeded();
    if (javaScriptEnabled) await form.locator('.comment-count').waitFor();
    await form.getByLabel('Comment', { exact: true }).fill('First');
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(page.locator('.comment-body')).toHaveText('First');

    const otherTab = await context.newPage();
    await otherTab.goto(page.url());
    for (const tab of [page, otherTab]) await tab.getByText('Edit', { exact: true }).click();
    const change = async (tab: Page, text: string) => {
      await tab.getByRole('textbox', { name: 'Your comment' }).fill(text);
      await tab.getByRole('button', { name: 'Save' }).click();
    };
    await change(page, 'Second');
    await expect(page.locator('.comment-body')).toHaveText('Second');
    await change(otherTab, 'Third');
    await expect(otherTab.getByText('This comment was changed in another window')).toBeVisible();
    await expect(otherTab.locator('.comment-body')).toHaveText('Second');
    await expect(otherTab.getByRole('textbox', { name: 'Your comment' })).toHaveValue('Third');
    await otherTab.getByRole('button', { name: 'Save' }).click();
    await expect(otherTab.locator('.comment-body')).toHaveText('Third');
    await context.close();
  });
}

test.describe('further cases', { tag: '@extended' }, () => {
  test('invalid and failed comments keep their text and say why', async ({ page, browser, site }) => {
    await givenThread(browser, site.url, 'publish');
    const form = await openCommentForm(page);
    const body = form.getByLabel('Comment', { exact: true });
    const nickname = form.getByLabel('Nickname');
    const send = form.getByRole('button', { name: 'Send' });
    await send.click();
    await expect(body).toBeFocused();
    await expect(body).toHaveAccessibleDescription(/Enter a comment/);
    await body.fill(`  ${'墨'.repeat(1001)}\n\n`);
    await expect(form.locator('.comment-count')).toContainText('1,001 / 1,000');
    await nickname.fill('n'.repeat(51));
    await send.click();
    await expect(body).toHaveAccessibleDescription(/no more than 1,000 characters/);
    await expect(nickname).toHaveAccessibleDescription(/too long/);

    await nickname.fill('三郎');
    await body.fill('Line one\nhttps://example.org/a and <b>no markup</b>');
    const enter = { key: 'Enter', isComposing: true, keyCode: 229, bubbles: true, cancelable: true };
    await nickname.dispatchEvent('keydown', enter);
    await expect(page.locator('.comment')).toHaveCount(0);

    const calls = '**/api/comments/news/*';
    for (const [status, words] of [
      [500, 'Something went wrong'],
      [429, 'Too many comments'],
      [0, 'The server didn’t respond'],
    ] as const) {
      await page.route(calls, (route) =>
        status === 0 ? route.abort() : route.fulfill({ status, json: { message: 'Not now' } }),
      );
      await send.click();
      await expect(form.getByRole('alert')).toContainText(words);
      await expect(body).toHaveValue(/^Line one/);
      await page.unroute(calls);
    }
    await openCommentForm(page);
    await expect(body).toHaveValue(/^Line one/);
    await expect(nickname).toHaveValue('三郎');
    await expect(form.locator('.comment-count')).toContainText(/^5\d/);
  });

  test('comments are paged in either order', async ({ page, browser, site }) => {
    const contentId = await givenThread(browser, site.url, 'publish');
    await page.goto('/robots.txt');
    for (let at = 1; at <= 23; at += 1) await comment(page, contentId, `Number ${at}: ${'x'.repeat(at * 40)}`);
    await openCommentForm(page);
    const bodies = page.locator('.comment-body');
    await expect(bodies.first()).toContainText('Number 1:');
    await expect(bodies).toHaveCount(20);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(bodies).toHaveCount(3);
    await page.getByRole('link', { name: 'Previous' }).click();
    await expect(bodies.first()).toContainText('Number 1:');
    await page.getByRole('link', { name: 'Newest first' }).click();
    await expect(bodies.first()).toContainText('Number 23:');
    await expect(page.getByRole('link', { name: 'Newest first' })).toHaveAttribute('aria-current', 'true');
    await page.setViewportSize({ width: 390, height: 900 });
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });

  test('signed-in reader comments under the account', async ({
    page,
    browser,
    site,
    request,
    context,
    expectNothingFromAxe,
  }) => {
    await givenThread(browser, site.url, 'publish');
    const person = await givenAccount(request, site);
    await giveSession(page, person);
    const form = await openCommentForm(page);
    await form.getByLabel('Comment', { exact: true }).fill('From an account');
    await expect(form.getByLabel('Nickname')).toHaveValue(person.name);
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(page.locator('.comment-by')).toContainText(person.name);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('kawaraban-guest');
    await openCommentForm(page);
    await page.getByText('Edit', { exact: true }).click();
    await expect(page.getByLabel('Your comment')).toBeVisible();
    await expectNothingFromAxe(page);
  });

  test('comment is written, changed and deleted without JavaScript', async ({ browser, site }) => {
    await givenThread(browser, site.url, 'unconfirm');
    const options = { baseURL: site.url, locale: 'ja-JP', javaScriptEnabled: false };
    const page = await browser.newPage({ ...options, viewport: { width: 390, height: 800 } });
    await page.goto(PATH);
    const form = page.locator('#comment-form');
    await expect(form).toContainText('確認してから公開されます');
    const body = form.getByLabel('コメント', { exact: true });
    const send = form.getByRole('button', { name: '送信' });
    const long = `長い${'い'.repeat(1000)}`;

    await body.fill(long);
    await send.click();
    await expect(page).toHaveURL(PATH);
    await expect(body).toHaveValue(long);
    await expect(body).toBeFocused();
    await expect(body).toHaveAccessibleDescription(/1,000文字以内で入力してください/);

    await body.fill('一行目\n二行目');
    await form.getByLabel('ニックネーム').fill('三郎');
    await send.click();
    await expect(page).toHaveURL(/\?comment=(\w+)#comment-\1$/);
    const own = page.locator('.comment');
    await expect(own).toContainText('確認待ちです');
    await expect(own.locator('.comment-body')).toContainText('二行目');
    await expect(own.locator('.comment-body')).toHaveAttribute('lang', 'ja');

    await own.getByText('編集', { exact: true }).click();
    await own.getByLabel('あなたのコメント').fill('');
    await own.getByRole('button', { name: '保存' }).click();
    await expect(own.getByLabel('あなたのコメント')).toHaveAccessibleDescription(/入力してください/);
    await own.getByLabel('あなたのコメント').fill('直しました');
    await own.getByRole('button', { name: '保存' }).click();
    await expect(own.locator('.comment-body')).toHaveText('直しました');
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);

    const otherVisitor = await browser.newPage(options);
    await otherVisitor.goto(page.url());
    await expect(otherVisitor.locator('.comment')).toHaveCount(0);
    await otherVisitor.close();

    await own.getByText('削除', { exact: true }).click();
    await own.getByRole('button', { name: '完全に削除' }).click();
    await expect(page).toHaveURL(/\?comment=deleted#comments$/);
    await expect(page.locator('#comments')).toContainText('コメントを削除しました');
    await expect(own).toHaveCount(0);
    await page.close();
  });
});
