import { beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { type WebBuild, webApp } from '#server/web-host.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { builtWeb } from '#testing/built-web.ts';
import { givenPost, givenService } from '#testing/given.ts';

let build: WebBuild;

beforeAll(async () => {
  build = await builtWeb();
});

async function appWithPages(environment: Record<string, string> = {}): Promise<TestApp> {
  const config = await loadConfig(environment, '/nonexistent');
  const { publicUrl } = config;
  const app = await testApp({ config, web: webApp({ build, mode: 'production', clientDir: undefined, publicUrl }) });
  await givenService(app, { serviceId: 'news', functions: ['post', 'comment'] });
  await givenPost(app, { slug: 'first' });
  return app;
}

async function sendForm(
  { app }: TestApp,
  url: string,
  { form = 'intent=none', headers = {} }: { form?: string; headers?: Record<string, string> } = {},
) {
  const sent = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost', ...headers };
  const {
    statusCode,
    headers: answered,
    payload,
  } = await app.inject({ method: 'POST', url, headers: sent, payload: form });
  const cookie = [answered['set-cookie'] ?? []].flat().join();
  return { status: statusCode, control: answered['cache-control'], cookie, location: answered.location, payload };
}

test('accepts forms of own pages and programs only', async () => {
  const app = await appWithPages();
  for (const origin of ['https://elsewhere.example', 'http://localhost.elsewhere.example', 'null']) {
    expect((await sendForm(app, '/posts/news/first', { headers: { origin } })).status, origin).toBe(403);
  }
  expect((await sendForm(app, '/posts/news/first')).status).toBe(400);
});

test('rejects invalid and oversized forms before rendering', async () => {
  const app = await appWithPages();
  const send = (form: string, type?: string) =>
    sendForm(app, '/posts/news/first', { form, headers: type ? { 'content-type': type } : {} });
  expect((await send('{}', 'application/json')).status).toBe(415);
  expect((await send('a=1', 'multipart/form-data; boundary=a')).status).toBe(415);
  expect((await send(`body=${'x'.repeat(70_000)}`)).status).toBe(413);
});

test('rejects missing bodies with and without content type', async () => {
  const { app } = await appWithPages();
  for (const url of ['/posts/news/first', '/posts/news/first.data', '/about']) {
    for (const headers of [{}, { 'content-length': '0' }, { 'content-type': 'application/x-www-form-urlencoded' }]) {
      const { statusCode } = await app.inject({ method: 'POST', url, headers });
      expect([400, 405, 415], `${url} ${JSON.stringify(headers)}`).toContain(statusCode);
    }
  }
});

test('accepts form content types with parameters, or rejects them', async () => {
  const app = await appWithPages();
  const form = 'intent=comment&body=hello';
  for (const [more, status] of [
    ['; charset=UTF-8', 303],
    ['; charset=shift_jis', 303],
    ['; boundary=a', 303],
    [', multipart/form-data; boundary=a', 415],
    ['; charset="', 303],
  ] as const) {
    const type = `application/x-www-form-urlencoded${more}`;
    expect((await sendForm(app, '/posts/news/first', { form, headers: { 'content-type': type } })).status, type).toBe(
      status,
    );
  }
});

const FORWARDED = { host: 'inner:8080', 'x-forwarded-host': 'news.example', 'x-forwarded-proto': 'https' };

test.for(['true', 'loopback', '1'])('forms work behind TRUST_PROXY=%s with secure cookies', async (TRUST_PROXY) => {
  const app = await appWithPages({ TRUST_PROXY });
  const headers = { ...FORWARDED, origin: 'https://news.example', 'x-forwarded-for': '192.0.2.7' };
  for (const form of ['intent=comment&body=hello', 'intent=vote&contentId=anything&type=like']) {
    const { status, cookie, location } = await sendForm(app, '/posts/news/first', { form, headers });
    expect([form, status, location]).toEqual([form, 303, expect.stringMatching(/^[/]posts[/]news[/]first[?]/)]);
    expect(cookie).toMatch(/^__Host-kawaraban-guest=.*; Secure/);
  }
  const foreign = { ...headers, origin: 'https://elsewhere.example' };
  expect((await sendForm(app, '/posts/news/first', { headers: foreign })).status).toBe(403);
});

test('ignores forwarded headers of untrusted clients', async () => {
  for (const TRUST_PROXY of ['false', '192.0.2.0/24']) {
    const app = await appWithPages({ TRUST_PROXY });
    const form = 'intent=vote&contentId=anything&type=like';
    const claimed = { ...FORWARDED, 'x-kawaraban-tls': '1', 'x-kawaraban-page': 'a guess' };
    const foreign = { ...claimed, origin: 'https://news.example' };
    expect((await sendForm(app, '/posts/news/first', { form, headers: foreign })).status).toBe(403);
    const own = await sendForm(app, '/posts/news/first', {
      form,
      headers: { ...claimed, origin: 'http://inner:8080' },
    });
    expect(own.status).toBe(303);
    expect(own.cookie).not.toContain('Secure');
    const entered = await app.send('POST', '/api/guests', { headers: claimed });
    expect(String(entered.headers['set-cookie'])).not.toContain('Secure');
  }
});

test('proxies hiding TLS or changing the host keep working', async () => {
  const form = 'intent=vote&contentId=anything&type=like';
  const silent = await appWithPages();
  const headers = { host: 'news.example', origin: 'https://news.example' };
  expect((await sendForm(silent, '/posts/news/first', { form, headers })).status).toBe(303);
  const named = await appWithPages({ PUBLIC_URL: 'https://news.example' });
  for (const origin of ['https://news.example', 'http://inner:8080']) {
    const sent = await sendForm(named, '/posts/news/first', { form, headers: { host: 'inner:8080', origin } });
    expect([sent.status, sent.cookie]).toEqual([303, expect.stringContaining('Secure')]);
  }
});

test('expired form or deleted comment preserves the input', async () => {
  const app = await appWithPages();
  const first = await sendForm(app, '/posts/news/first', { form: 'intent=comment&body=hello' });
  const headers = { cookie: String(first.cookie).split(';')[0] ?? '' };
  const commentId = /#comment-(\w+)/.exec(String(first.location))?.[1];
  const change = (id: string | undefined, intent = 'edit-comment') =>
    sendForm(app, `/posts/news/first?comment=${id}`, {
      form: `intent=${intent}&commentId=${id}&body=typed+at+length`,
      headers,
    });
  expect((await change(commentId)).status).toBe(303);
  app.clock.moveTo('2026-11-21T04:54:00Z');
  const late = await change(commentId);
  expect(late.status).toBe(403);
  expect(late.payload).toContain('This comment can no longer be changed.');
  expect(late.payload).toMatch(/<textarea[^>]*>typed at length<[/]textarea>/);
  expect((await change(commentId, 'delete-comment')).payload).toContain('This comment can no longer be changed.');
  for (const id of ['01m7y6mc10pktrddb1ca1f6rsk', '..', 'null']) {
    const deleted = await change(id);
    expect([id, deleted.status]).toEqual([id, 404]);
    expect(deleted.payload).toContain('This comment no longer exists.');
  }
});

test('edit with an invalid hidden field is rejected and keeps its text', async () => {
  const app = await appWithPages();
  const first = await sendForm(app, '/posts/news/first', { form: 'intent=comment&body=hello' });
  const headers = { cookie: String(first.cookie).split(';')[0] ?? '' };
  const commentId = /#comment-(\w+)/.exec(String(first.location))?.[1];
  for (const seen of ['null', '<script>', 'x'.repeat(10_000)]) {
    const form = `intent=edit-comment&commentId=${commentId}&body=typed+at+length&seenUpdatedAt=${encodeURIComponent(seen)}`;
    const { status, payload } = await sendForm(app, `/posts/news/first?comment=${commentId}`, { form, headers });
    expect([seen, status]).toEqual([seen, 400]);
    expect(payload).toMatch(/<textarea[^>]*>typed at length<[/]textarea>/);
  }
});

test('page without a form rejects posts, responses are uncached', async () => {
  const app = await appWithPages();
  for (const url of ['/about', '/posts/news', '/posts/news/nothing', '/no/such/page', '/error/notfound']) {
    const { status, control } = await sendForm(app, url);
    expect(status, url).toBeGreaterThanOrEqual(300);
    expect(status, url).toBeLessThan(500);
    expect(control, url).toContain('no-store');
  }
});
