import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { hostileBodies, hostileMails, hostileWords, mailAbout } from '#testing/hostile-comments.ts';
import { ADMIN, expect, ownBaseURL, test } from './fixtures.ts';
import { callAs, givenPost } from './posts-page.ts';

const names = hostileWords(50);
const short = hostileWords(20);

const comments = Array.from({ length: Math.ceil(names.length / 2) }, (_, at) => ({
  body: `${hostileBodies[at] ?? `Comment ${at}`}`,
  profiles: { nickname: names[at * 2], area: names[at * 2 + 1], age: short[at % short.length] },
}));

const choices = {
  comments: {
    limits: { heldAfter: { reader: 1000, address: 1000 }, refusedAfter: { reader: 1000, address: 1000 } },
    minSeconds: 0,
  },
};

function findUnsafeElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const schemes = ['http:', 'https:', 'mailto:', 'tel:'];
    const addresses = ['href', 'src', 'action', 'formaction', 'data', 'poster', 'xlink:href'];
    const places = [...document.querySelectorAll('.comment-body, .comment-nickname, #comments .comment-about')];
    const made = places.flatMap((place) => [...place.querySelectorAll('*')]);
    const isLink = (element: Element) =>
      element.matches('a[href^="http"][rel="nofollow ugc noopener"][target="_blank"]') &&
      element.getAttributeNames().every((name) => ['href', 'rel', 'target'].includes(name));
    const unexpected = made.filter(
      (element) => !isLink(element) && !element.matches('br, .comment-about > span, :not(.comment-body) > bdi'),
    );
    const withUnsafeAttributes = [...document.querySelectorAll('*')].filter((element) => {
      const hasUnsafeUrl = addresses.some((name) => {
        const address = element.getAttribute(name) ?? '';
        return URL.canParse(address, location.href) && !schemes.includes(new URL(address, location.href).protocol);
      });
      return hasUnsafeUrl || element.getAttributeNames().some((name) => name.startsWith('on') || name === 'srcdoc');
    });
    return [...unexpected, ...withUnsafeAttributes].map((element) => element.outerHTML.slice(0, 200));
  });
}

async function dispatchEvents(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('.comment-body, .comment-body *, .comment-by, .comment-about *'))
      for (const event of ['mouseover', 'focus', 'toggle', 'load', 'error']) element.dispatchEvent(new Event(event));
  });
}

async function watch(page: Page): Promise<string[]> {
  const ran: string[] = [];
  page.on('dialog', async (dialog) => {
    ran.push(dialog.message());
    await dialog.dismiss();
  });
  await page.route(
    (url) => url.hostname !== '127.0.0.1' && url.hostname !== 'localhost',
    (route) => {
      ran.push(route.request().url());
      return route.abort();
    },
  );
  return ran;
}

let folder: string;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kawaraban-talk-'));
  await writeFile(join(folder, 'kawaraban.config.ts'), `export default ${JSON.stringify(choices)};\n`);
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

test('scripts in comments do not run for readers and editors', { tag: '@extended' }, async ({
  browser,
  startProduct,
  signIn,
}) => {
  const { url } = await startProduct({}, folder);
  const context = await browser.newContext({ baseURL: url, locale: 'en-US' });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  const ran = await watch(page);
  await signIn(page, ADMIN, '/admin');
  const configs = { commentDefaultPublishStatus: 'publish', commentMaxLinks: 20 };
  await callAs(page, 'POST', '/admin/services/news', { functions: ['post', 'comment'], configs });
  const { postId } = await givenPost(page, { slug: 'hostile', title: 'Hostile', body: 'x', status: 'publish' });
  const commentIds: string[] = [];
  for (const comment of comments) {
    const made = (await callAs(page, 'POST', `/comments/news/${postId}`, comment)) as { commentId: string };
    commentIds.push(made.commentId);
  }
  for (let at = 0; at < commentIds.length; at += 100) {
    const ids = commentIds.slice(at, at + 100);
    await callAs(page, 'POST', '/admin/comments/news/bulk', { commentIds: ids, action: 'publish' });
  }

  const plain = await browser.newPage({ baseURL: url, javaScriptEnabled: false, locale: 'en-US' });
  const ranPlain = await watch(plain);
  for (const reader of [page, plain]) {
    await reader.goto('/posts/news/hostile');
    await expect(reader.locator('.comment-body').first()).toContainText(hostileBodies[0]?.split('\n')[0] ?? '');
    for (;;) {
      expect(await findUnsafeElements(reader)).toEqual([]);
      await dispatchEvents(reader);
      const onward = await reader
        .locator('.comment-pages a[rel~=next]')
        .getAttribute('href', { timeout: 500 })
        .catch(() => null);
      if (onward === null) break;
      await reader.goto(onward);
      await reader.locator('.comment-body').first().waitFor();
    }
  }

  await plain.goto('/posts/news/hostile');
  await fillAll(plain, hostileBodies[1] ?? '', names[0] ?? '');
  await plain.locator('.comment-new button[type=submit]').click();
  await expect(plain.locator('.comment-body').last()).toBeVisible();
  expect(await findUnsafeElements(plain)).toEqual([]);
  await plain.goto('/posts/news/hostile');
  const tooLong = '"><img src=x onerror=alert(1)>'.repeat(40);
  await fillAll(plain, tooLong, tooLong);
  await plain.locator('.comment-new button[type=submit]').click();
  await expect(plain.locator('.comment-new textarea')).toHaveValue(tooLong);
  expect(await findUnsafeElements(plain)).toEqual([]);
  expect(ranPlain).toEqual([]);

  await page.goto('/admin/comments/news');
  await page.locator('.comment-body').first().waitFor();
  const more = page.getByRole('button', { name: 'Load more', exact: true });
  for (let shown = await page.locator('.comment-body').count(); await more.isVisible(); ) {
    await more.click();
    await expect.poll(() => page.locator('.comment-body').count()).toBeGreaterThan(shown);
    shown = await page.locator('.comment-body').count();
  }
  expect(await findUnsafeElements(page)).toEqual([]);
  await dispatchEvents(page);
  await page.goto(`/admin/comments/news/content/${postId}`);
  await page.locator('.comment-body').first().waitFor();
  expect(await findUnsafeElements(page)).toEqual([]);
  expect(ran).toEqual([]);
  expect(problems).toEqual([]);
});

test('comments add no markup to mails', { tag: '@extended' }, async ({ page }) => {
  const ran = await watch(page);
  const shapesOf = (mails: readonly string[]) =>
    page.evaluate((htmls) => {
      const shapeOf = (html: string) =>
        [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('*')]
          .map(
            (element) =>
              `${element.localName} ${element.getAttributeNames().sort().join(' ')} ${element.getAttribute('href') ?? ''}`,
          )
          .filter((shape) => !shape.startsWith('br '));
      return [...new Set(htmls.map((html) => shapeOf(html).join('\n')))];
    }, mails);
  const [harmless] = await shapesOf([mailAbout('x')]);
  expect(await shapesOf(hostileMails())).toEqual([harmless]);
  await page.setContent(hostileMails().join(''), { waitUntil: 'commit' });
  await expect(page.locator('body')).toContainText('Kawaraban');
  expect(ran).toEqual([]);
});

test.describe('on a separate product', () => {
  test.use({ baseURL: ownBaseURL });
  test('hostile searches, settings, URLs and forms stay text', { tag: '@extended' }, async ({
    ownProduct,
    page,
    signIn,
  }) => {
    const ran = await watch(page);
    await signIn(page, ADMIN, '/admin');
    const blocked = [...new Set(hostileWords(100).map((word) => word.normalize('NFKC')))].slice(0, 200);
    const configs = { commentDefaultPublishStatus: 'publish', commentBlockedWords: blocked };
    await callAs(page, 'POST', '/admin/services/news', { functions: ['post', 'comment'], configs });
    await page.goto('/admin/services/news/edit');
    await expect(page.getByLabel('Blocked words')).toHaveValue(blocked.join('\n'));
    expect(await findUnsafeElements(page)).toEqual([]);

    const held = await callAs(page, 'POST', '/comments/news/opinions', { body: `So ${blocked[0]} it is` });
    expect(held).toMatchObject({ publishStatus: 'unconfirm' });
    for (const words of hostileWords(100)
      .slice(0, 200)
      .filter((_, index) => index % 40 === 0)) {
      await page.goto(`/admin/comments/news?${new URLSearchParams({ q: words })}`);
      await page.locator('main h1').waitFor();
      expect(await findUnsafeElements(page)).toEqual([]);
      const response = await page.request.get(`/api/comments/news/${encodeURIComponent(words)}`);
      expect(response.status(), words).toBeGreaterThanOrEqual(400);
      expect(response.status(), words).toBeLessThan(500);
      expect(response.headers()).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
    }
    const hostileId = encodeURIComponent('"><svg onload=alert(1)>');
    await page.goto(`/admin/comments/news/content/${hostileId}`);
    await page.locator('h1').waitFor();
    expect(await findUnsafeElements(page)).toEqual([]);
    expect(ran).toEqual([]);

    await givenPost(page, { slug: 'formed', title: 'Formed', body: 'x', status: 'publish' });
    const words = ['', 'constructor', '__proto__', '\0', '\ud800', 'x'.repeat(5000), '"><svg onload=alert(1)>'];
    const forms = ['comment', 'edit-comment', 'delete-comment', 'vote', ...words].flatMap((intent) =>
      words.map(
        (word) =>
          new URLSearchParams({ intent, body: word, nickname: word, commentId: word, type: word, website: word }),
      ),
    );
    const broken = ['', '%', '%ff%fe', 'intent', 'intent=comment&intent=vote&body=a&body=b', '&&&='];
    for (const form of [...forms.map(String), ...broken]) {
      const response = await fetch(new URL('/posts/news/formed', ownProduct.url), {
        method: 'POST',
        body: form,
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(ownProduct.url).origin },
      });
      await response.arrayBuffer();
      expect(response.status, form.slice(0, 200)).toBeLessThan(500);
    }
  });
});

async function fillAll(page: Page, body: string, word: string): Promise<void> {
  const form = page.locator('.comment-new');
  await form.locator('details').evaluate((details: HTMLDetailsElement) => {
    details.open = true;
  });
  await form.locator('textarea[name=body]').fill(body);
  for (const name of ['nickname', 'age', 'area'])
    await form.locator(`input[name=${name}]`).fill(name === 'age' ? word.slice(0, 20) : word);
}
