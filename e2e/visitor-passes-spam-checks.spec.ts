import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { startRecaptchaServer } from '#testing/recaptcha-server.ts';
import { ADMIN, test as base, expect } from './fixtures.ts';
import { callAs, givenPost } from './posts-page.ts';
import { storeSession } from './stored-session.ts';
import { startConfigured } from './visitor-page.ts';

const PATH = '/posts/news/talked-about';

type Start = (env?: Record<string, string>) => Promise<string>;

const test = base.extend<{ start: Start }>({
  start: async ({ startProduct }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'kawaraban-checks-'));
    await use(async (env) => (await startConfigured(startProduct, folder, { comments: { minSeconds: 0 } }, env)).url);
    await rm(folder, { recursive: true, force: true });
  },
});

interface Moderation {
  readonly publishStatus: string;
  readonly heldFor: string | null;
}

async function givenThread(browser: Browser, baseURL: string, configs: Record<string, unknown>) {
  const admin = await browser.newPage({ baseURL });
  await storeSession(admin, ADMIN);
  const settings = { commentDefaultPublishStatus: 'publish', ...configs };
  await callAs(admin, 'POST', '/admin/services/news', { functions: ['post', 'comment'], configs: settings });
  const post = { slug: 'talked-about', title: 'Talked about', body: 'A short text.', status: 'publish' };
  const { postId } = await givenPost(admin, post);
  return async (body: string): Promise<Moderation | undefined> => {
    const path = `/admin/comments/news/content/${postId}?count=50`;
    const { items } = (await callAs(admin, 'GET', path)) as { items: (Moderation & { body: string })[] };
    const found = items.find((comment) => comment.body === body);
    return found && { publishStatus: found.publishStatus, heldFor: found.heldFor };
  };
}

async function openCommentForm(page: Page, url: string): Promise<Locator> {
  await page.goto(`${url}${PATH}`);
  const form = page.locator('#comment-form');
  await form.scrollIntoViewIfNeeded();
  await form.locator('.comment-count').waitFor();
  return form;
}

test('browser computes its proof of work during typing', async ({ page, browser, start, expectNothingFromAxe }) => {
  const url = await start();
  const moderationOf = await givenThread(browser, url, { commentProofOfWork: true });
  const form = await openCommentForm(page, url);
  for (const text of ['Written with a script', 'Written soon after']) {
    await form.getByLabel('Comment', { exact: true }).fill(text);
    if (text === 'Written with a script') {
      await expect(form.getByRole('checkbox', { name: 'Verified' })).toBeChecked({ timeout: 30_000 });
      await expectNothingFromAxe(page);
    }
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(page.locator('#comments')).toContainText(text);
    expect(await moderationOf(text)).toEqual({ publishStatus: 'publish', heldFor: null });
  }
});

test('proof of work is in Japanese, and comments without it are held', { tag: '@extended' }, async ({
  browser,
  start,
}) => {
  const url = await start();
  const moderationOf = await givenThread(browser, url, { commentProofOfWork: true });
  const japanese = await browser.newPage({ locale: 'ja-JP' });
  const form = await openCommentForm(japanese, url);
  await form.getByLabel('コメント', { exact: true }).fill('スクリプトあり');
  await expect(form.getByRole('checkbox', { name: '確認できました' })).toBeChecked({ timeout: 30_000 });
  await japanese.close();

  const page = await browser.newPage({ locale: 'en-US', javaScriptEnabled: false });
  await page.goto(`${url}${PATH}`);
  // Text locators do not look into `noscript`.
  await expect(page.locator('#comment-form .comment-first')).toBeVisible();
  await page.getByLabel('Comment', { exact: true }).fill('Written without a script');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('#comments')).toContainText('Written without a script');
  expect(await moderationOf('Written without a script')).toEqual({ publishStatus: 'unconfirm', heldFor: 'no-proof' });
  await page.close();
});

test('reCAPTCHA loads with the form and decides', { tag: '@extended' }, async ({ browser, page, start }) => {
  const google = await startRecaptchaServer();
  try {
    const url = await start({ RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET_KEY: 'hidden', RECAPTCHA_URL: google.url });
    const moderationOf = await givenThread(browser, url, {});
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    const form = await openCommentForm(page, url);
    expect(loaded.filter((each) => each.startsWith(google.url))).toEqual([]);
    await form.getByLabel('Comment', { exact: true }).fill('Vouched for');
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(page.locator('#comments')).toContainText('Vouched for');
    expect(await moderationOf('Vouched for')).toEqual({ publishStatus: 'publish', heldFor: null });
    expect(google.asked.at(-1)).toEqual({ secret: 'hidden', response: 'a-person' });

    google.answers.set('a-person', { success: true, score: 0.1, action: 'comment' });
    await form.getByLabel('Comment', { exact: true }).fill('Taken for a program');
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(page.locator('#comments')).toContainText('Taken for a program');
    expect(await moderationOf('Taken for a program')).toEqual({ publishStatus: 'unconfirm', heldFor: 'no-captcha' });
  } finally {
    await google.stop();
  }
});
