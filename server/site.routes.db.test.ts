import { expect, test } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { webApp } from '#server/web-host.ts';
import { type TestApp, testApp } from '#testing/app.ts';

async function appWithPages(environment: Record<string, string> = {}): Promise<TestApp> {
  const config = await loadConfig(environment, '/nonexistent');
  const { publicUrl } = config;
  const build = () => Promise.reject(new Error('no page is asked for'));
  return testApp({ config, web: webApp({ build, mode: 'production', clientDir: undefined, publicUrl }) });
}

const form = { 'content-type': 'application/x-www-form-urlencoded', host: 'news.example' };

function choose(app: TestApp, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(fields).toString();
  return app.send('POST', '/language', { body, headers: { ...form, ...headers } });
}

test('stores the language in a readable cookie and redirects back', async () => {
  const answer = await choose(await appWithPages(), {
    language: 'ja',
    returnTo: '/posts/news/tags/%E5%A2%A8?pageToken=a',
  });
  expect(answer.status).toBe(303);
  expect(answer.headers).toMatchObject({
    location: '/posts/news/tags/%E5%A2%A8?pageToken=a',
    'set-cookie': 'kawaraban-language=ja; Max-Age=31536000; Path=/; SameSite=Lax',
    'cache-control': 'no-store',
  });
});

test('language cookie uses __Host- over HTTPS', async () => {
  const app = await appWithPages({ PUBLIC_URL: 'https://news.example' });
  const answer = await choose(app, { language: 'en', returnTo: '/' }, { origin: 'https://news.example' });
  expect([answer.status, answer.headers['set-cookie']]).toEqual([
    303,
    expect.stringMatching(/^__Host-kawaraban-language=en; .*Path=\/; Secure/),
  ]);
});

test('ignores invalid languages and external return paths', async () => {
  const app = await appWithPages();
  for (const language of ['fr', '', 'ja; Domain=example.com', 'EN']) {
    const answer = await choose(app, { language, returnTo: '/about' });
    expect([language, answer.status, answer.headers.location]).toEqual([language, 303, '/about']);
    expect(answer.headers).not.toHaveProperty('set-cookie');
  }
  for (const returnTo of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'about',
    '',
    '/.//evil.example',
    '/a\r\nX: y',
  ]) {
    const { status, headers } = await choose(app, { language: 'ja', returnTo });
    expect([status, new URL(String(headers.location), 'http://news.example').origin]).toEqual([
      303,
      'http://news.example',
    ]);
    expect(String(headers.location)).not.toMatch(/^\/\/|[\r\n\\]/);
  }
});

test('rejects forms of other sites and other content', async () => {
  const app = await appWithPages();
  for (const origin of ['https://evil.example', 'null', 'http://news.example.evil', 'nonsense']) {
    const answer = await choose(app, { language: 'ja', returnTo: '/' }, { origin });
    expect([origin, answer.status]).toEqual([origin, 403]);
    expect(answer.headers).not.toHaveProperty('set-cookie');
  }
  expect((await choose(app, { language: 'ja' }, { origin: 'http://news.example' })).status).toBe(303);
  expect((await app.send('POST', '/language', { body: { language: 'ja' } })).status).toBe(415);
  expect((await choose(app, { language: 'ja', returnTo: `/${'a'.repeat(20_000)}` })).status).toBe(413);
  const twice = await app.send('POST', '/language', {
    body: 'language=ja&language=en&returnTo=/a&returnTo=/b',
    headers: form,
  });
  expect([twice.status, twice.headers.location]).toEqual([303, '/']);
  expect((await app.send('POST', '/language', { body: '', headers: form })).status).toBe(303);
});
