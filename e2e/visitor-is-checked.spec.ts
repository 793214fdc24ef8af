import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { startRecaptchaServer } from '#testing/recaptcha-server.ts';
import { expect, signIn, test } from './fixtures.ts';
import { callAs, givenPost } from './posts-page.ts';

const PATH = '/posts/news/talked-about';

let folder: string;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kawaraban-checked-'));
  await writeFile(join(folder, 'kawaraban.config.ts'), 'export default { comments: { minSeconds: 0 } };\n');
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

interface Seen {
  readonly publishStatus: string;
  readonly heldFor: string | null;
}

/** A post whose comments are published at once, and how an editor sees the one with a text. */
async function givenTalk(browser: Browser, baseURL: string, configs: Record<string, unknown>) {
  const console = await browser.newPage({ baseURL, locale: 'en-US' });
  await signIn(console);
  const settings = { commentDefaultPublishStatus: 'publish', ...configs };
  await callAs(console, 'POST', '/admin/services/news', { functions: ['post', 'comment'], configs: settings });
  const post = { slug: 'talked-about', title: 'Talked about', body: 'A short text.', status: 'publish' };
  const { postId } = await givenPost(console, post);
  return async (body: string): Promise<Seen | undefined> => {
    const path = `/admin/comments/news/content/${postId}?count=50`;
    const { items } = (await callAs(console, 'GET', path)) as { items: (Seen & { body: string })[] };
    const found = items.find((comment) => comment.body === body);
    return found && { publishStatus: found.publishStatus, heldFor: found.heldFor };
  };
}

/** Comes to the form, and types. */
async function type(page: Page, label: string, body: string) {
  await page.goto(PATH);
  const form = page.locator('#comment-form');
  await form.scrollIntoViewIfNeeded();
  await form.locator('.comment-count').waitFor();
  await form.getByLabel(label, { exact: true }).fill(body);
  return form;
}

const languages = [
  { locale: 'en-US', field: 'Comment', done: 'Checked: a person is writing', send: 'Send' },
  { locale: 'ja-JP', field: 'コメント', done: '確認できました', send: '送信する' },
] as const;

test('a proof of work is done while somebody writes; without a script the comment is held', async ({
  browser,
  startProduct,
  expectNothingFromAxe,
}) => {
  const { url } = await startProduct({}, folder);
  const seen = await givenTalk(browser, url, { commentProofOfWork: true });

  for (const { locale, field, done, send } of languages) {
    const context = await browser.newContext({ baseURL: url, locale, viewport: { width: 390, height: 800 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    const form = await type(page, field, `Written with a script in ${locale}`);
    const box = form.getByRole('checkbox', { name: done });
    await expect(box).toBeChecked({ timeout: 30_000 });
    await expectNothingFromAxe(page);
    await form.getByRole('button', { name: send }).click();
    await expect(page.locator('#comments')).toContainText(`Written with a script in ${locale}`);
    expect(await seen(`Written with a script in ${locale}`)).toEqual({ publishStatus: 'publish', heldFor: null });

    await form.getByLabel(field, { exact: true }).fill(`Said at once in ${locale}`);
    await form.getByRole('button', { name: send }).click();
    await expect(page.locator('#comments')).toContainText(`Said at once in ${locale}`);
    expect(await seen(`Said at once in ${locale}`)).toEqual({ publishStatus: 'publish', heldFor: null });
    expect(complaints).toEqual([]);
    await context.close();
  }

  const context = await browser.newContext({ baseURL: url, locale: 'en-US', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(PATH);
  // Whatever stands in `noscript`, texts are not looked for there.
  await expect(page.locator('#comment-form .comment-first')).toBeVisible();
  await page.getByLabel('Comment', { exact: true }).fill('Written without a script');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('#comments')).toContainText('Written without a script');
  expect(await seen('Written without a script')).toEqual({ publishStatus: 'unconfirm', heldFor: 'no-proof' });
  await context.close();
});

test('where reCAPTCHA is configured its script comes when the form is used, and vouches for the comment', async ({
  browser,
  startProduct,
}) => {
  const google = await startRecaptchaServer();
  try {
    const keys = { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET_KEY: 'hidden', RECAPTCHA_URL: google.url };
    const { url } = await startProduct(keys, folder);
    const seen = await givenTalk(browser, url, {});
    const page = await browser.newPage({ baseURL: url, locale: 'en-US' });
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await page.goto(PATH);
    await page.locator('#comment-form .comment-count').waitFor();
    expect(loaded.filter((each) => each.startsWith(google.url))).toEqual([]);
    const form = await type(page, 'Comment', 'Vouched for');
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(page.locator('#comments')).toContainText('Vouched for');
    expect(await seen('Vouched for')).toEqual({ publishStatus: 'publish', heldFor: null });
    expect(google.asked.at(-1)).toEqual({ secret: 'hidden', response: 'a-person' });

    google.answers.set('a-person', { success: true, score: 0.1, action: 'comment' });
    await form.getByLabel('Comment', { exact: true }).fill('Taken for a program');
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(page.locator('#comments')).toContainText('Taken for a program');
    expect(await seen('Taken for a program')).toEqual({ publishStatus: 'unconfirm', heldFor: 'no-captcha' });
    await page.close();
  } finally {
    await google.stop();
  }
});
