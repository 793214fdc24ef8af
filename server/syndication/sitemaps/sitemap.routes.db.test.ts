import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenCategory, givenPost, givenService } from '#testing/given.ts';
import { givenStoredFile } from '#testing/given-stored-file.ts';
import { givenUser } from '#testing/given-user.ts';
import { givenManyPosts } from '#testing/many-posts.ts';
import { readXml, statusOf } from '#testing/read-by-programs.ts';
import { testStorage } from '#testing/storage.ts';
import type { Database } from '../../database/connect.ts';
import { toInstant } from '../../platform/clock.ts';
import { findSitemapPath } from './list-parts.ts';
import { sitemapRoutes } from './sitemap.routes.ts';

interface Found {
  readonly loc: string;
  readonly lastmod?: string;
}

async function partsOf({ get }: Pick<TestApp, 'get'>): Promise<Found[]> {
  const { status, headers, text } = await get('/sitemap.xml');
  expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  return readXml(text).sitemapindex.sitemap;
}

async function pagesOf({ get }: Pick<TestApp, 'get'>, part: string): Promise<Found[]> {
  const { status, text } = await get(new URL(part, 'http://localhost').pathname);
  expect([part, status]).toEqual([part, 200]);
  return readXml(text).urlset.url;
}

async function allPages(app: Pick<TestApp, 'get'>): Promise<Found[]> {
  const pages: Found[] = [];
  for (const { loc } of await partsOf(app)) pages.push(...(await pagesOf(app, loc)));
  return pages;
}

const paths = (pages: readonly Found[]) => pages.map(({ loc }) => new URL(loc).pathname);

test('sitemap lists every public page exactly once', async () => {
  const app = await testApp();
  await givenCategory(app, { serviceId: 'news', slug: 'empty' });
  await givenCategory(app, { serviceId: 'news', slug: 'town' });
  await givenCategory(app, { serviceId: 'news', slug: 'harbour', parent: 'town' });
  const { postId } = await givenPost(app, { slug: 'first', category: 'harbour', tags: ['墨 & <ink>'] });
  await givenPost(app, { slug: 'draft', status: 'draft', tags: ['of a draft'] });
  await givenPost(app, { serviceId: 'other', slug: 'elsewhere' });
  await givenService(app, { serviceId: 'comments-only', functions: ['comment'] });
  const { call } = await givenUser(app);
  const group = (slug: string, postIds: string[]) =>
    call(adminPostGroupApi.create, { params: { serviceId: 'news' }, body: { slug, label: slug, postIds } });
  await group('series', [postId]);
  await group('nothing-yet', []);
  const pages = await allPages(app);
  expect(paths(pages).toSorted()).toEqual(
    [
      ...['/', '/about', '/services', '/posts/news', '/posts/news/first', '/posts/other', '/posts/other/elsewhere'],
      ...['/posts/news/categories/town', '/posts/news/categories/harbour'],
      ...['/posts/news/tags', `/posts/news/tags/${encodeURIComponent('墨 & <ink>')}`],
      ...['/posts/news/groups', '/posts/news/groups/series'],
    ].toSorted(),
  );
  for (const { loc } of pages) expect([loc, await statusOf(app, loc)]).toEqual([loc, 200]);
});

test('parts contain their last modification', async () => {
  const app = await testApp();
  const { postId } = await givenPost(app, { slug: 'first', publishAt: new Date('2026-11-01T00:00:00Z') });
  await givenPost(app, { slug: 'second', publishAt: new Date('2026-11-02T00:00:00Z') });
  const changedAt = async () => (await partsOf(app)).find(({ loc }) => loc.endsWith('/sitemap-posts.xml'))?.lastmod;
  expect(await changedAt()).toBe('2026-11-02T00:00:00Z');
  const { call } = await givenUser(app);
  await call(adminPostApi.update, { params: { serviceId: 'news', idOrSlug: postId }, body: { title: 'Changed' } });
  expect(await changedAt()).toBe('2026-11-21T04:43:00Z');
  expect(await pagesOf(app, '/posts/news/sitemap-posts.xml')).toMatchObject([
    { loc: 'http://localhost/posts/news/first', lastmod: '2026-11-21T04:43:00Z' },
    { loc: 'http://localhost/posts/news/second', lastmod: '2026-11-02T00:00:00Z' },
  ]);
});

test('posts state their images and their language', async () => {
  const storage = await testStorage();
  const app = await testApp({ storage });
  const fileIds: string[] = [];
  for (let made = 0; made < 4; made += 1) fileIds.push((await givenStoredFile({ ...app, storage })).fileId);
  const picture = (index: number) => ({ fileId: fileIds[index] ?? '', mimeType: 'image/jpeg' });
  await givenPost(app, { slug: 'plain', title: '1', body: '2' });
  const { postId } = await givenPost(app, {
    slug: 'pictured',
    title: '橋の上の瓦版',
    body: '江戸の町で売られました。',
  });
  await app.database.writer
    .updateTable('posts')
    .set({ thumbnail: JSON.stringify(picture(0)), images: JSON.stringify([0, 1, 2, 3].map(picture)) })
    .where('postId', '=', postId)
    .execute();
  const { text } = await app.get('/posts/news/sitemap-posts.xml');
  expect(text).toContain('xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"');
  expect(text).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"');
  const { url } = readXml(text).urlset;
  // Posts of one second are in the order of their random ids.
  const [plain, pictured] = url[0].loc.endsWith('/plain') ? url : url.toReversed();
  expect(Object.keys(plain)).toEqual(['loc', 'lastmod']);
  expect(pictured['xhtml:link']).toEqual({ '@rel': 'alternate', '@hreflang': 'ja', '@href': pictured.loc });
  await app.database.writer.updateTable('posts').set({ language: 'en-GB' }).where('postId', '=', postId).execute();
  expect((await app.get('/posts/news/sitemap-posts.xml')).text).toContain('hreflang="en-GB"');
  const images = pictured['image:image'].map((image: { 'image:loc': string }) => image['image:loc']);
  expect(images).toEqual(
    fileIds.slice(0, 3).map((fileId) => expect.stringContaining(`http://localhost/media/news/images/${fileId}/`)),
  );
  for (const image of images) expect([image, await statusOf(app, image)]).toEqual([image, 200]);
});

test('includes a scheduled post from its publication', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'later', publishAt: new Date('2026-11-21T05:05:00Z') });
  expect(paths(await allPages(app))).not.toContain('/posts/news/later');
  app.clock.moveTo('2026-11-21T05:10:00Z');
  expect(paths(await allPages(app))).toContain('/posts/news/later');
});

test('lists site pages without any service', async () => {
  const app = await testApp();
  expect(await partsOf(app)).toEqual([{ loc: 'http://localhost/sitemap-site.xml' }]);
  expect(paths(await allPages(app))).toEqual(['/', '/about']);
});

test('returns 404 for unknown parts', async () => {
  const app = await testApp();
  await givenService(app, { serviceId: 'news' });
  for (const url of [
    '/posts/none/sitemap-posts.xml',
    '/posts/NEWS/sitemap-posts.xml',
    '/posts/news/sitemap-posts.xml',
    '/posts/news/sitemap-posts-01hzx3w7gg8hh9jj0kk2000001.xml',
    '/posts/news/sitemap-tags-01hzx3w7gg8hh9jj0kk2000001.xml',
    '/posts/news/sitemap-pages-01hzx3w7gg8hh9jj0kk2000001.xml',
    '/posts/news/sitemap-%00.xml',
    '/posts/news/sitemap-other.xml',
  ]) {
    expect((await app.get(url)).status, url).toBe(404);
  }
});

let many: Database;
const atTheEnd: (() => Promise<void>)[] = [];

beforeAll(async () => {
  many = await testDatabase((undo) => atTheEnd.unshift(undo));
  await givenManyPosts(many, { count: 3000 });
}, 120_000);

afterAll(async () => {
  for (const undo of atTheEnd) await undo();
});

async function sitemapOf(database: Database, partSize: number): Promise<Pick<TestApp, 'get'>> {
  const app = Fastify();
  await sitemapRoutes(app, { database, clock: testClock(), publicUrl: undefined, mediaUrl: '/media', partSize });
  return {
    get: async (url) => {
      const { statusCode, headers, body } = await app.inject({ url });
      return { status: statusCode, headers, text: body, json: undefined };
    },
  };
}

test.for([100, 997, 3000])('parts of %i pages omit and repeat none', async (partSize) => {
  const app = await sitemapOf(many, partSize);
  const parts = await partsOf(app);
  const found: string[] = [];
  for (const { loc, lastmod } of parts.filter(({ loc }) => /sitemap-(posts|tags)/.test(loc))) {
    const pages = await pagesOf(app, loc);
    expect(pages.length).toBeLessThanOrEqual(partSize + 1);
    const newest =
      pages
        .flatMap((page) => page.lastmod ?? [])
        .toSorted()
        .at(-1) ?? '';
    // Parts without recent changes have an upper bound as their date.
    expect([loc, (lastmod ?? '') >= newest]).toEqual([loc, true]);
    found.push(...paths(pages));
  }
  const slugs = await many.reader.selectFrom('posts').select('slug').where('listedAt', '<=', '2026-11-21').execute();
  const tags = await many.reader.selectFrom('tags').select('label').execute();
  const expected = [
    ...slugs.map(({ slug }) => `/posts/many/${slug}`),
    ...['/posts/many/tags', ...tags.map(({ label }) => `/posts/many/tags/${label}`)],
  ];
  expect(found.toSorted()).toEqual(expected.toSorted());
});

test.for([100, 997, 3000])('post is found in its part of %i pages', async (partSize) => {
  const app = await sitemapOf(many, partSize);
  const now = toInstant(testClock().now());
  const posts = await many.reader
    .selectFrom('posts')
    .select((eb) => ['postId', 'slug', eb.ref('listedAt').$notNull().as('listedAt')])
    .where('listedAt', '<=', now)
    .orderBy('listedAt')
    .orderBy('postId')
    .execute();
  for (const at of [0, 99, 100, 996, 997, posts.length - 1]) {
    const { slug, ...position } = posts[at] ?? expect.fail();
    const path = await findSitemapPath(many.reader, { ...position, serviceId: 'many', now, partSize });
    expect([path, paths(await pagesOf(app, path)).includes(`/posts/many/${slug}`)]).toEqual([path, true]);
  }
});
