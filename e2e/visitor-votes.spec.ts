import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { givenAccount } from './account-page.ts';
import { asAdmin, test as base, expect } from './fixtures.ts';
import { callAs, type MadePost } from './posts-page.ts';
import { giveSession } from './visitor-page.ts';

const test = base.extend<{ path: string }>({
  path: async ({ browser, product, request }, use) => {
    const service = `votes-${randomUUID().slice(0, 8)}`;
    const postId = await asAdmin(browser, product.url, async (admin) => {
      const configs = { commentDefaultPublishStatus: 'publish' };
      const functions = ['post', 'comment'];
      await callAs(admin, 'POST', '/admin/services', { serviceId: service, label: 'Votes', functions, configs });
      const post = { slug: 'voted', title: 'Voted', body: 'Text.', bodyFormat: 'markdown', status: 'publish' };
      return ((await callAs(admin, 'POST', `/admin/posts/${service}`, post)) as MadePost).postId;
    });
    const data = { body: 'With a cup of tea, please.', profiles: { nickname: 'Program' } };
    expect((await request.post(`/api/comments/${service}/${postId}`, { data })).status()).toBe(200);
    await use(`/posts/${service}/voted`);
  },
});

const votesOf = (page: Page) => page.locator('#votes');
const button = (votes: Locator, name: string) => votes.getByRole('button', { name: new RegExp(`^${name}`) });

async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('.share-by-script[data-ready=true]').first().waitFor();
}

function countQuestions(page: Page): () => number {
  let questions = 0;
  page.on('request', (request) => {
    if (request.url().includes('/own?')) questions += 1;
  });
  return () => questions;
}

test('guest votes, changes the vote and removes it', async ({ page, browser, baseURL, path }) => {
  const questions = countQuestions(page);
  await openHydrated(page, path);
  await expect(button(votesOf(page), 'Like 0')).toHaveAttribute('aria-pressed', 'false');
  await button(votesOf(page), 'Like 0').click();
  await expect(button(votesOf(page), 'Like 1')).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(path);
  expect(questions()).toBe(0);

  const phone = { baseURL: baseURL ?? '', locale: 'ja-JP', viewport: { width: 390, height: 800 } };
  const other = await (await browser.newContext(phone)).newPage();
  const requests = countQuestions(other);
  await expect(async () => {
    await openHydrated(other, path);
    await expect(button(votesOf(other), 'いいね 1')).toHaveAttribute('aria-pressed', 'false', { timeout: 500 });
  }).toPass();
  expect(requests()).toBe(0);
  const counted = other.waitForResponse((response) => response.request().method() === 'POST');
  await button(votesOf(other), '低評価 0').click();
  await counted;
  await expect(button(votesOf(other), '低評価 1')).toHaveAttribute('aria-pressed', 'true');
  await other.context().close();

  // A cached page without the second vote may be served for some seconds.
  await expect(async () => {
    await openHydrated(page, path);
    await expect(button(votesOf(page), 'Dislike 1')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(button(votesOf(page), 'Like 1')).toHaveAttribute('aria-pressed', 'true');
  expect(questions()).toBeGreaterThan(0);
  await button(votesOf(page), 'Dislike 1').click();
  await expect(button(votesOf(page), 'Dislike 2')).toHaveAttribute('aria-pressed', 'true');
  await expect(button(votesOf(page), 'Like 0')).toHaveAttribute('aria-pressed', 'false');
  await button(votesOf(page), 'Dislike 2').click();
  await expect(button(votesOf(page), 'Dislike 1')).toHaveAttribute('aria-pressed', 'false');

  const comment = page.getByRole('article').filter({ hasText: 'a cup of tea' }).last();
  await comment.scrollIntoViewIfNeeded();
  await button(comment, 'Like 0').click();
  await expect(button(comment, 'Like 1')).toHaveAttribute('aria-pressed', 'true');
});

test('failed vote is reverted and explained', { tag: '@extended' }, async ({ page, path }) => {
  await openHydrated(page, path);
  for (const [status, words] of [
    [503, 'Your vote was not counted. Please try again.'],
    [429, 'Too many votes in a short time. Please wait a moment.'],
  ] as const) {
    await page.route('**/api/votes/**', (route) => route.fulfill({ status, json: { message: 'Not now' } }));
    await button(votesOf(page), 'Like').click();
    await expect(page.locator('.toasts')).toContainText(words);
    await expect(button(votesOf(page), 'Like 0')).toHaveAttribute('aria-pressed', 'false');
    await page.unroute('**/api/votes/**');
  }
  await button(votesOf(page), 'Like').press('Enter');
  await expect(button(votesOf(page), 'Like 1')).toHaveAttribute('aria-pressed', 'true');
});

test('votes are forms without JavaScript', { tag: '@extended' }, async ({
  browser,
  baseURL,
  path,
  expectNothingFromAxe,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'ja-JP', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(path);
  await button(votesOf(page), 'いいね').click();
  await expect(page).toHaveURL(`${path}?voted=like#votes`);
  await expect(votesOf(page)).toContainText('「いいね」を付けました。');
  await expect(button(votesOf(page), 'いいね 1')).toHaveAttribute('aria-pressed', 'true');

  await page.goto(path);
  await button(votesOf(page), 'いいね').click();
  await expect(button(votesOf(page), 'いいね 1')).toBeVisible();
  await button(votesOf(page), '低評価').click();
  await expect(page).toHaveURL(`${path}?voted=dislike#votes`);
  await expect(button(votesOf(page), 'いいね 0')).toHaveAttribute('aria-pressed', 'false');
  await votesOf(page).getByRole('button', { name: '取り消す' }).click();
  await expect(page).toHaveURL(`${path}?voted=none#votes`);
  await expect(votesOf(page)).toContainText('評価を取り消しました。');
  await expect(button(votesOf(page), '低評価 0')).toBeVisible();

  const comment = page.locator('.comment').filter({ hasText: 'a cup of tea' });
  await button(comment, 'いいね').click();
  await expect(page).toHaveURL(/[?]voted=like&on=(\w{26})#votes-\1$/);
  await expect(button(comment, 'いいね 1')).toHaveAttribute('aria-pressed', 'true');
  await expect(comment).toContainText('「いいね」を付けました。');
  await expect(button(votesOf(page), 'いいね 0')).toBeVisible();
  await context.close();

  const alive = await (await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-US' })).newPage();
  await alive.goto(`${path}?voted=like`);
  await expect(votesOf(alive)).toContainText('You liked this.');
  await expectNothingFromAxe(alive);
  await alive.context().close();
});

test('account has one vote in two browsers', { tag: '@extended' }, async ({
  page,
  browser,
  request,
  product,
  baseURL,
  path,
}) => {
  const person = await givenAccount(request, product);
  await giveSession(page, person);
  await openHydrated(page, path);
  const counted = page.waitForResponse(/[/]api[/]votes[/]/);
  await button(votesOf(page), 'Like 0').click();
  await counted;
  await openHydrated(page, path);
  await expect(button(votesOf(page), 'Like 1')).toHaveAttribute('aria-pressed', 'true');

  const other = await browser.newPage({ baseURL: baseURL ?? '' });
  await giveSession(other, person);
  await openHydrated(other, path);
  await button(votesOf(other), 'Like 1').click();
  await expect(button(votesOf(other), 'Like 1')).toHaveAttribute('aria-pressed', 'true');
  await button(votesOf(other), 'Like 1').click();
  await expect(button(votesOf(other), 'Like 0')).toHaveAttribute('aria-pressed', 'false');
  await other.context().close();
});
