import type { Browser, BrowserContext, Page } from '@playwright/test';
import { seededRandom } from '#testing/seeded-random.ts';
import { setToken } from './console-page.ts';
import { ADMIN, expect, signIn, test } from './fixtures.ts';
import { bodyOf, bodyText, callAs, DETAIL, field, givenPost, moveCaret } from './posts-page.ts';

const RESTORED = 'Unsaved changes restored from';
/** Text typed this many milliseconds before a tab is killed must be restored. */
const KEPT_AFTER_MS = 800;
const SEED = 7;

async function contextAt(browser: Browser, baseURL: string): Promise<BrowserContext> {
  return await browser.newContext({ baseURL, locale: 'en-US' });
}

async function kill(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
}

async function endSession(page: Page): Promise<void> {
  await setToken(page, 'accessToken', `e30.${Buffer.from('{"exp":1}').toString('base64url')}.signature`);
  await setToken(page, 'refreshToken', 'no-such-token');
}

async function signInOverThePage(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Your session has ended');
  await dialog.locator('input').nth(0).fill(ADMIN.username);
  await dialog.locator('input').nth(1).fill(ADMIN.password);
  await dialog.locator('input').nth(1).press('Enter');
  await expect(dialog).toBeHidden();
}

interface Typed {
  readonly at: number;
  readonly text: string;
}

test('text survives random ends of tab, server and session', { tag: '@extended' }, async ({ browser, ownProduct }) => {
  const random = seededRandom(SEED);
  const context = await contextAt(browser, ownProduct.url);
  let page = await context.newPage();
  await signIn(page);
  const { postId } = await givenPost(page, { slug: 'hunted', title: 'Hunted', body: 'Begun.' });
  await openIt('Begun.');
  let text = 'Begun.';

  async function openIt(expected: string | undefined): Promise<void> {
    await page.goto(`/admin/posts/news/${postId}/edit`);
    await expect(bodyOf(page)).toBeVisible();
    if (expected !== undefined) await expect.poll(() => bodyText(page)).toBe(expected);
  }

  async function typeMore(): Promise<Typed[]> {
    const typed: Typed[] = [{ at: 0, text }];
    await bodyOf(page).click();
    await moveCaret(page, 'ControlOrMeta+End');
    for (let word = 0; word < 4 + random() * 8; word += 1) {
      const piece = ` ${Math.floor(random() * 1e6).toString(36)}${random() < 0.3 ? '瓦版' : ''}`;
      await page.keyboard.insertText(piece);
      text += piece;
      typed.push({ at: Date.now(), text });
      await page.waitForTimeout(random() * 150);
    }
    return typed;
  }

  /** Expects a text at least as new as {@link KEPT_AFTER_MS} before the kill. */
  async function expectKept(typed: readonly Typed[], killedAt: number): Promise<void> {
    const sure = typed.findLast(({ at }) => at <= killedAt - KEPT_AFTER_MS)?.text ?? '';
    const possible = typed.filter(({ text: each }) => each.length >= sure.length).map(({ text: each }) => each);
    await expect
      .poll(async () => possible.includes(await bodyText(page)), { message: `at least “${sure}”` })
      .toBe(true);
    text = await bodyText(page);
  }

  const attacks = {
    tab: async () => {
      const typed = await typeMore();
      await page.waitForTimeout(random() * 1500);
      const killedAt = Date.now();
      await kill(page);
      page = await context.newPage();
      await openIt(undefined);
      await expectKept(typed, killedAt);
    },
    server: async () => {
      await typeMore();
      await ownProduct.crash();
      await typeMore();
      await page.keyboard.press('ControlOrMeta+s');
      await expect(page.getByText('Not saved yet')).toBeVisible();
      await ownProduct.startAgain();
      // The automatic retry may be quicker.
      const again = page.getByRole('button', { name: 'Retry now' });
      await again.click({ timeout: 5000 }).catch(() => {});
      await expect(page.getByText('Edit completed').last()).toBeVisible();
    },
    session: async () => {
      await typeMore();
      await endSession(page);
      await page.keyboard.press('ControlOrMeta+s');
      await signInOverThePage(page);
      await expect(page.getByText('Edit completed').last()).toBeVisible();
    },
  };
  const kinds = Object.keys(attacks) as (keyof typeof attacks)[];
  // Each attack happens twice, the second time in reverse order.
  for (const [round, kind] of [...kinds, ...kinds.toReversed()].entries()) {
    await test.step(`${round}: ${kind}`, attacks[kind]);
    await expect.poll(() => bodyText(page)).toBe(text);
  }
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(DETAIL);
  const stored = (await callAs(page, 'GET', `/admin/posts/news/${postId}`)) as { body: string };
  expect(stored.body).toBe(text);
  await context.close();
});

test('new post whose response is lost is created once', { tag: '@extended' }, async ({ browser, ownProduct }) => {
  const context = await contextAt(browser, ownProduct.url);
  let page = await context.newPage();
  await signIn(page, ADMIN, '/admin/posts/news/create');
  const posts = async (title: string) => {
    const filters = encodeURIComponent(JSON.stringify({ attribute: 'title', compare: 'eq', value: title }));
    const found = (await callAs(page, 'GET', `/admin/posts/news?filters=${filters}`)) as { items: { slug: string }[] };
    return found.items.map(({ slug }) => slug);
  };
  const creation = (url: URL) => url.pathname === '/api/admin/posts/news';

  // The response is lost and the slug changes; the next save updates the stored post.
  await field(page, 'Title').fill('Once');
  await field(page, 'Slug').fill('once');
  await page.route(
    creation,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await field(page, 'Slug').fill('once-only');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page).toHaveURL(/\/edit$/);
  await expect(field(page, 'Slug')).toHaveValue('once-only');
  expect(await posts('Once')).toEqual(['once-only']);

  await page.goto('/admin/posts/news/create');
  await field(page, 'Title').fill('Twice');
  await field(page, 'Slug').fill('twice');
  const made = Promise.withResolvers<void>();
  await page.route(creation, async (route) => {
    await route.fetch();
    made.resolve();
  });
  await page.keyboard.press('ControlOrMeta+s');
  await made.promise;
  await kill(page);
  page = await context.newPage();
  await page.goto('/admin/posts/news/create');
  await expect(page.getByText(RESTORED)).toBeVisible();
  await field(page, 'Description').fill('Typed later.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(DETAIL);
  await expect(page.getByText('Typed later.')).toBeVisible();
  expect(await posts('Twice')).toEqual(['twice']);
  await page.goto('/admin/posts/news/create');
  await expect(field(page, 'Title')).toHaveValue('');
  await context.close();
});

test('two tabs of one post both keep their text', { tag: '@extended' }, async ({
  browser,
  baseURL,
  expectNothingFromAxe,
}) => {
  const context = await contextAt(browser, baseURL ?? '');
  const one = await context.newPage();
  await signIn(one);
  const { postId } = await givenPost(one, { slug: 'two-tabs', title: 'Two tabs', body: 'Stored.' });
  const path = `/admin/posts/news/${postId}/edit`;
  const write = async (page: Page, text: string) => {
    await bodyOf(page).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
  };
  await one.goto(path);
  await write(one, 'Typed in the first tab.');
  await one.waitForTimeout(KEPT_AFTER_MS);
  const two = await context.newPage();
  await two.goto(path);
  await expect(two.getByText('Another tab in this browser')).toBeVisible();
  const long = 'A long text of a long day. '.repeat(20_000);
  await write(two, long);
  await two.waitForTimeout(4 * KEPT_AFTER_MS);
  await kill(two);
  await kill(one);

  const page = await context.newPage();
  await page.goto(path);
  await expect(page.getByText(RESTORED)).toBeVisible();
  await expectNothingFromAxe(page);
  await expect(bodyOf(page)).toContainText('A long text of a long day.');
  const other = page.getByRole('status').filter({ hasText: 'There are other unsaved changes' });
  await other.getByRole('button', { name: 'View' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Typed in the first tab.');
  await expectNothingFromAxe(page);
  await dialog.getByRole('button', { name: 'Use full text: Other version' }).click();
  await dialog.getByRole('button', { name: 'Use selection' }).click();
  await expect.poll(() => bodyText(page)).toBe('Typed in the first tab.');
  const aside = page.getByRole('status').filter({ hasText: 'Your own changes are kept' });
  await aside.getByRole('button', { name: 'Restore' }).click();
  await expect(bodyOf(page)).toContainText('A long text of a long day.');
  await context.close();
});
