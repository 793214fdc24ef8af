/** @module-tag extended */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenApiKey } from '#testing/given-api-key.ts';
import { givenStoredFile } from '#testing/given-stored-file.ts';
import { listeningApp } from '#testing/listening-app.ts';
import { testStorage } from '#testing/storage.ts';
import { buildPackage } from './generate/build-package.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

/** Folder with the example and the package in the same relative places as in a checkout. */
let checkout = '';
const site = () => join(checkout, 'examples', 'astro-site');
/** npm error codes without a network. */
const NO_NETWORK = /code (?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)/;
let isOffline = false;

beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'kawaraban-example-'));
  await buildPackage(join(checkout, 'dist'));
  await cp(join(root, 'examples', 'astro-site'), site(), {
    recursive: true,
    filter: (path) => !/\/(?:node_modules|dist|\.astro)$/.test(path),
  });
  // --prefer-offline uses npm's cache without revalidation.
  const install = () =>
    run('npm', ['ci', '--prefer-offline', '--ignore-scripts', '--fetch-retries=0'], {
      cwd: site(),
      timeout: 100_000,
      killSignal: 'SIGKILL',
    });
  // npm occasionally hangs; the timeout ends it and one retry follows.
  await install()
    .catch(install)
    .catch((error) => {
      if (!NO_NETWORK.test(error.stderr)) throw error;
      isOffline = true;
    });
});

afterAll(() => rm(checkout, { recursive: true, force: true }));

test('Astro site shows posts in English and Japanese', async ({ skip }) => {
  skip(isOffline, 'the npm registry cannot be reached');
  const storage = await testStorage();
  const app = await listeningApp({}, { storage });
  const { fileId } = await givenStoredFile({ ...app, storage }, { altEn: 'Food stalls' });
  const { send } = await givenApiKey(app, { serviceIds: ['news', 'news-ja'] });
  const save = async (service: string, path: string, body: object) =>
    expect((await send('POST', `/api/admin/${path}/${service}`, { body })).status).toBe(200);
  const publish = (service: string, post: object) =>
    save(service, 'posts', { bodyFormat: 'markdown', status: 'publish', ...post });
  await save('news', 'categories', { slug: 'guide', label: 'Guide' });
  await publish('news', {
    slug: 'stalls',
    title: 'Stalls <before> they open',
    category: 'guide',
    tags: [{ label: 'Edo' }],
    body: '## Ink\n\nOn *paper*.\n\n## Wood',
    thumbnail: { fileId },
  });
  app.clock.moveTo('2026-11-21T04:44:00Z');
  await publish('news', { slug: 'picks', title: 'Picks' });
  await publish('news-ja', { slug: 'yatai', title: '屋台', body: '紙とインク。' });
  await publish('news', { slug: 'unready', title: 'Not yet', status: 'draft' });
  const baseUrl = `http://127.0.0.1:${app.port}`;
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    ASTRO_TELEMETRY_DISABLED: '1',
    SITE_URL: 'https://paper.example',
    KAWARABAN_URL: baseUrl,
    KAWARABAN_SERVICE_JA: 'news-ja',
  };
  await run(process.execPath, [join('node_modules', 'astro', 'bin', 'astro.mjs'), 'build'], { cwd: site(), env });
  const page = (path: string) => readFile(join(site(), 'dist', path), 'utf8');

  const list = await page('en/index.html');
  expect(list).toContain('<html lang="en"');
  expect(list.indexOf('Picks')).toBeLessThan(list.indexOf('Stalls &lt;before&gt; they open'));
  expect(list).toContain('href="/en/categories/guide/"');
  expect(list).not.toContain('Not yet');

  const post = await page('en/posts/stalls/index.html');
  expect(post).toContain('On <em>paper</em>.');
  expect(post).toMatch(/<a href="#([\w-]+)">Ink<\/a>[\s\S]*id="\1"/);
  expect(post).toContain('#Edo');
  expect(post).toContain('href="/en/posts/picks/"');
  const [, picture = ''] = /<img src="([^"]+)"[^>]*alt="Food stalls"/.exec(post) ?? [];
  expect((await fetch(picture)).headers.get('content-type')).toMatch(/^image\//);
  const [, webp = ''] = /srcset="([^ "]+) \d+w/.exec(post) ?? [];
  expect((await fetch(webp)).headers.get('content-type')).toBe('image/webp');

  const japanese = await page('ja/index.html');
  expect(japanese).toContain('新しい記事');
  expect(japanese).toContain('屋台');
  expect(japanese).toContain('2026年11月21日');
  expect(japanese).not.toContain('Picks');
  expect(await page('en/categories/guide/index.html')).toContain('/en/posts/stalls/');
  expect(await page('sitemap.xml')).toContain('<loc>https://paper.example/ja/posts/yatai/</loc>');
});
