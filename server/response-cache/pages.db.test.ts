import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { serviceApi } from '#contract/services.ts';
import { buildDir } from '#server/building/web-build.ts';
import { loadConfig } from '#server/config.ts';
import { type WebBuild, webApp } from '#server/web-host.ts';
import { sharedAmongTests } from '#testing/app.ts';
import { builtWeb } from '#testing/built-web.ts';
import type { Finish } from '#testing/database.ts';
import { givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { type ListeningApp, listeningApp, type Received } from '#testing/listening-app.ts';
import { givenSettings } from '#testing/media-app.ts';

let build: WebBuild;

beforeAll(async () => {
  build = await builtWeb();
});

async function appWithPages(environment: Record<string, string> = {}, finish?: Finish): Promise<ListeningApp> {
  const config = await loadConfig(environment, '/nonexistent');
  const { publicUrl, trustProxy } = config;
  const clientDir = join(buildDir, 'client');
  const web = webApp({ build, mode: 'production', clientDir, publicUrl });
  const app = await listeningApp({ publicUrl, trustProxy }, { config, web, ...(finish && { finish }) });
  const first = { slug: 'first', title: 'The first', category: 'harbour', tags: ['墨'] };
  const { postId } = await givenPost(app, first);
  const { call } = await givenUser(app);
  const body = { slug: 'series', label: 'Series', postIds: [postId] };
  await call(adminPostGroupApi.create, { params: { serviceId: 'news' }, body });
  // The cache learns Fastify's request getters from the first request.
  await app.ask('/healthz');
  app.logged.length = 0;
  return app;
}

const shared = sharedAmongTests((finish) => appWithPages({}, finish));

const cachedResponseLines = ({ logged }: ListeningApp) => logged.filter(({ isKept }) => isKept);

function lasting({ headers, ...answer }: Received) {
  const { date: _d, connection: _c, 'keep-alive': _k, 'x-request-id': _x, etag: _e, vary: _v, ...rest } = headers;
  return { ...answer, headers: rest };
}

test('cached pages equal the rendered ones', async () => {
  const app = await appWithPages();
  const host = `127.0.0.1:${app.port}`;
  for (const url of [
    '/',
    '/about',
    '/posts/news',
    '/posts/news/first',
    '/posts/news/categories/harbour',
    '/posts/news/tags/%E5%A2%A8',
    '/posts/news/tags',
    '/posts/news/groups',
    '/posts/news/groups/series',
    '/posts/news/search?q=first',
    '/services',
  ]) {
    app.logged.length = 0;
    const cold = await app.requestUncached(url, { headers: { host } });
    expect(cold.status, url).toBe(200);
    const first = await app.ask(url);
    const second = await app.ask(url, { headers: { cookie: 'session=secret' } });
    expect(lasting(first), url).toEqual(lasting(cold));
    expect(lasting(second), url).toEqual(lasting(cold));
    expect(cachedResponseLines(app), url).toHaveLength(1);
    expect(second.headers, url).toMatchObject({
      vary: 'Accept-Language, Cookie, Accept-Encoding',
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-security-policy': expect.stringContaining("'sha256-"),
    });
    const unchanged = await app.ask(url, { headers: { 'if-none-match': String(second.headers.etag) } });
    expect(unchanged, url).toMatchObject({ status: 304, body: '' });
  }
});

test('pages announce styles and scripts in Link headers', async () => {
  const app = shared();
  for (const url of ['/', '/posts/news/first']) {
    const { headers, body } = await app.ask(url);
    const links = String(headers.link).split(', ');
    expect(links.filter((link) => link.endsWith('; rel=preload; as=style')).length, url).toBeGreaterThan(0);
    expect(links.filter((link) => link.endsWith('; rel=modulepreload')).length, url).toBeGreaterThan(1);
    for (const link of links) {
      const address = /^<([^>]+)>/.exec(link)?.[1] ?? '';
      expect(body, url).toContain(address);
      expect([address, (await app.ask(address)).status], url).toEqual([address, 200]);
    }
  }
});

test('public pages load no routes of the console', async () => {
  const app = shared();
  const routesOf = async (url: string) => {
    const manifests = new Set((await app.ask(url)).body.match(/\/assets\/[\w-]*manifest-\w+[.]js/g));
    const contents = await Promise.all([...manifests].map(async (address) => (await app.ask(address)).body));
    return contents.flatMap((content) => content.match(/"id":"[^"]+"/g));
  };
  for (const url of ['/', '/posts/news/first', '/signin', '/error/notfound?from=console']) {
    const routes = await routesOf(url);
    expect(routes, url).toContain('"id":"site/posts/post/post.route"');
    expect(routes, url).not.toContainEqual(expect.stringContaining('"admin/'));
  }
  expect(await routesOf('/admin')).toContain('"id":"admin/posts/post-list.route"');
});

test('list pages are cached in both paging directions', async () => {
  const app = await appWithPages();
  for (let number = 2; number <= 31; number += 1) await givenPost(app, { title: `The post ${number}` });
  const turnFrom = async (url: string, name: string) => {
    const { body } = await app.ask(url);
    const [query] = new RegExp(`[?]${name}=[^"#]+`).exec(body) ?? [];
    return `/posts/news${query}`;
  };
  const second = await turnFrom('/posts/news', 'pageToken');
  const third = await turnFrom(second, 'pageToken');
  const back = await turnFrom(third, 'before');
  for (const url of [second, third, back]) {
    const cold = await app.requestUncached(url, { headers: { host: `127.0.0.1:${app.port}` } });
    expect([url, cold.status]).toEqual([url, 200]);
    await app.ask(url);
    app.logged.length = 0;
    expect(lasting(await app.ask(url))).toEqual(lasting(cold));
    expect(cachedResponseLines(app)).toHaveLength(1);
  }
});

test("shared lists show the service's image", async () => {
  const app = shared();
  for (const url of ['/', '/posts/news', '/posts/news/categories/harbour', '/posts/news/groups']) {
    const { body } = await app.ask(url, { headers: { host: 'one.example' } });
    expect(body, url).toContain('<meta property="og:image" content="http://one.example/cards/news.png"/>');
  }
});

test('pages are cached per negotiated language', async () => {
  const app = await appWithPages();
  const ask = async (language: string) => (await app.ask('/about', { headers: { 'accept-language': language } })).body;
  const english = await ask('en-GB,en;q=0.9,ja;q=0.8');
  const japanese = await ask('ja-JP');
  expect(english).toContain('<html lang="en-US"');
  expect(japanese).toContain('<html lang="ja-JP"');
  expect(await ask('ja, en;q=0.5')).toBe(japanese);
  // Readers who request neither language share a response.
  for (const language of ['fr', '*']) expect(await ask(language)).toBe(english);
  expect(cachedResponseLines(app)).toHaveLength(2);
});

test('language cookie takes precedence over Accept-Language', async () => {
  const app = await appWithPages();
  const ask = async (headers: Record<string, string>) => (await app.ask('/about', { headers })).body;
  const japanese = await ask({ 'accept-language': 'en', cookie: 'a=b; kawaraban-language=ja' });
  const english = await ask({ 'accept-language': 'en' });
  expect(japanese).toContain('<html lang="ja-JP"');
  expect(english).toContain('<html lang="en-US"');
  expect(await ask({ 'accept-language': 'ja' })).toBe(japanese);
  expect(await ask({ 'accept-language': 'ja', cookie: 'kawaraban-language=en' })).toBe(english);
  expect(await ask({ 'accept-language': 'ja', cookie: 'kawaraban-language=fr' })).toBe(japanese);
  expect(cachedResponseLines(app)).toHaveLength(3);
});

test('each host gets its own URLs without a public URL', async () => {
  const app = await appWithPages();
  const ask = async (host: string) => (await app.ask('/posts/news/first', { headers: { host } })).body;
  const [one, other] = [await ask('one.example'), await ask('other.example')];
  expect(one).toContain('http://one.example/posts/news/first');
  expect(one).not.toContain('other.example');
  expect(other).toContain('http://other.example/posts/news/first');
  expect(await ask('one.example')).toBe(one);
  expect(cachedResponseLines(app)).toHaveLength(1);
});

test('requested host is irrelevant with a public URL', async () => {
  const app = await appWithPages({ PUBLIC_URL: 'https://news.example' });
  const ask = (headers: Record<string, string>) => app.ask('/posts/news/first', { headers });
  const one = await ask({ host: 'one.example' });
  const other = await ask({ host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' });
  expect(one.body).toContain('https://news.example/posts/news/first');
  expect(lasting(other)).toEqual(lasting(one));
  expect(cachedResponseLines(app)).toHaveLength(1);
});

test('proxy headers are used from trusted proxies only', async () => {
  const headers = {
    host: 'inner',
    'x-forwarded-host': 'news.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '192.0.2.1',
  };
  for (const [TRUST_PROXY, origin, remoteAddress] of [
    ['true', 'https://news.example', '192.0.2.1'],
    ['loopback', 'https://news.example', '192.0.2.1'],
    ['192.0.2.0/24', 'http://inner', '127.0.0.1'],
    ['false', 'http://inner', '127.0.0.1'],
  ] as const) {
    const app = await appWithPages({ TRUST_PROXY });
    for (let round = 0; round < 2; round += 1) {
      expect((await app.ask('/posts/news/first', { headers })).body).toContain(`${origin}/posts/news/first`);
    }
    expect(cachedResponseLines(app)).toEqual([expect.objectContaining({ remoteAddress })]);
    const plain = await app.ask('/posts/news/first', { headers: { host: 'inner' } });
    expect(plain.body).toContain('http://inner/posts/news/first');
  }
});

async function searchTooMuch(environment: Record<string, string>): Promise<void> {
  const app = await appWithPages({ TRUST_PROXY: 'loopback', ...environment });
  const from = (ip: string) => ({ headers: { host: 'inner', 'x-forwarded-for': ip } });
  const [eager, other] = [from('192.0.2.1'), from('2001:db8:1::1')];
  let statuses: number[] = [];
  for (let requested = 0; requested < 5000 && !statuses.includes(429); requested += 50) {
    const searches = Array.from({ length: 50 }, (_, index) => `/api/posts/news/search?q=${requested + index}`);
    statuses = (await Promise.all(searches.map((url) => app.requestUncached(url, eager)))).map(({ status }) => status);
  }
  expect(statuses).toContain(429);
  for (const path of ['/api/posts/news/search', '/posts/news/search']) {
    const statusFor = async (q: string, sender: typeof eager) => (await app.ask(`${path}?q=${q}`, sender)).status;
    expect([path, await statusFor('harbour', eager)]).toEqual([path, 429]);
    expect([path, await statusFor('harbour', other)]).toEqual([path, 200]);
  }
}

test('search limits apply per client behind a proxy', () => searchTooMuch({ PUBLIC_URL: 'https://news.example' }));

test('search limits apply per client without a public URL', { tags: ['extended'] }, () => searchTooMuch({}));

test('missing pages, previews and error pages are not cached', async () => {
  const app = shared();
  app.logged.length = 0;
  for (const url of ['/posts/news/none', '/posts/news/first?token=abc', '/error/notfound', '/nowhere']) {
    const cold = await app.requestUncached(url);
    for (let round = 0; round < 2; round += 1) {
      const { status, headers } = await app.ask(url);
      expect([status, headers.location]).toEqual([cold.status, cold.headers.location]);
    }
  }
  expect(cachedResponseLines(app)).toEqual([]);
});

test('pages show writes at once', async () => {
  const app = await appWithPages();
  for (const url of ['/', '/posts/news']) await app.ask(url);
  await givenPost(app, { title: 'Brand new' });
  for (const url of ['/', '/posts/news']) expect((await app.ask(url)).body).toContain('Brand new');
});

test('invalid hosts are rejected', async () => {
  const app = shared();
  for (const host of ['user@evil', 'user:secret@localhost', '@']) {
    expect((await app.ask('/posts/news', { headers: { host } })).status, host).toBe(400);
  }
});

test('scripts are served in the negotiated encoding', async () => {
  const app = shared();
  const script = await largeScript();
  const ask = (encodings: string) => app.ask(script, { headers: { 'accept-encoding': encodings } });
  const [plain, gzipped, brotli] = [await ask('identity'), await ask('gzip'), await ask('gzip, deflate, br')];
  expect([plain, gzipped, brotli].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
  for (const { headers } of [plain, gzipped, brotli]) {
    expect(headers.vary).toContain('accept-encoding');
    expect(headers['content-type']).toContain('javascript');
    expect(headers['cache-control']).toContain('immutable');
  }
  expect(Number(brotli.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 2);
});

test('scripts support ETags and HEAD in every encoding', async () => {
  const app = shared();
  const script = await largeScript();
  for (const encoding of ['identity', 'gzip', 'br']) {
    const headers = { 'accept-encoding': encoding };
    const whole = await app.ask(script, { headers });
    const head = await app.ask(script, { method: 'HEAD', headers });
    expect([head.status, head.body, lasting(head).headers]).toEqual([200, '', lasting(whole).headers]);
    const known = { ...headers, 'if-none-match': String(whole.headers.etag) };
    expect(await app.ask(script, { headers: known })).toMatchObject({ status: 304, body: '' });
  }
  const part = await app.ask(script, { headers: { 'accept-encoding': 'identity', range: 'bytes=0-9' } });
  expect([part.status, part.body.length]).toEqual([206, 10]);
});

async function largeScript(): Promise<string> {
  const folder = join(buildDir, 'client', 'assets');
  for (const name of await readdir(folder)) {
    if (name.endsWith('.js') && (await stat(join(folder, name))).size > 10_000) return `/assets/${name}`;
  }
  throw new Error('All scripts are small');
}

test('the default language of a service reaches readers who request none', async () => {
  const app = await appWithPages();
  await givenSettings(app, 'news', { siteLanguage: 'ja' });
  const languageOf = async (url: string, headers: Record<string, string>) =>
    /<html lang="([^"]+)"/.exec((await app.ask(url, { headers })).body)?.[1];
  for (const url of ['/posts/news/first', '/posts/news', '/']) {
    for (const _ of ['rendered', 'cached']) {
      expect(await languageOf(url, {}), url).toBe('ja-JP');
      expect(await languageOf(url, { 'accept-language': '*' }), url).toBe('ja-JP');
      expect(await languageOf(url, { 'accept-language': 'en' }), url).toBe('en-US');
      expect(await languageOf(url, { cookie: 'kawaraban-language=en' }), url).toBe('en-US');
    }
  }
  expect(await languageOf('/about', {})).toBe('en-US');
});

test('links, text, icon and layout of a service appear on its own pages only', async () => {
  const app = await appWithPages();
  await givenSettings(app, 'news', {
    siteFaviconUrl: '/media/icon.png',
    siteListLayout: 'cards',
    siteFonts: 'serif',
    siteHeaderLinks: ['Company /posts/news/company'],
    siteFooterLinks: ['お問い合わせ mailto:us@example.com'],
    siteFooterText: '© Harbour',
  });
  const service = await app.call(serviceApi.find, { params: { serviceId: 'news' } });
  expect(service).toMatchObject({
    faviconUrl: '/media/icon.png',
    listLayout: 'cards',
    fonts: 'serif',
    headerLinks: [{ label: 'Company', url: '/posts/news/company' }],
    footerLinks: [{ label: 'お問い合わせ', url: 'mailto:us@example.com' }],
    footerText: '© Harbour',
  });
  const list = (await app.ask('/posts/news')).body;
  const about = (await app.ask('/about')).body;
  for (const part of [
    '<link rel="icon" href="/media/icon.png"/>',
    '<a href="/posts/news/company" lang="en">Company</a>',
    '<a href="mailto:us@example.com" lang="ja">お問い合わせ</a>',
    '© Harbour</p>',
  ]) {
    expect(list).toContain(part);
    expect(about).not.toContain(part);
  }
  expect(list).toMatch(/<ol class="post-cards"><li><article class="post-item post-item-card">/);
});
