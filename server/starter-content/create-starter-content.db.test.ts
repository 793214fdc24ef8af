import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#server/database/connect.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { defaultBounds } from '#testing/content-bounds.ts';
import { testDatabaseWithTarget } from '#testing/database.ts';
import { givenService } from '#testing/given.ts';
import { temporaryFolder } from '#testing/product.ts';
import { testStorage } from '#testing/storage.ts';
import { keysOf } from '#testing/stored-content.ts';
import { writeSyntheticPosts } from '#testing/synthetic-posts.ts';
import { createStarterContent, STARTER_SERVICES } from './create-starter-content.ts';

const [ENGLISH, JAPANESE] = ['news', 'news-ja'];
const SLUGS = [
  'what-kawaraban-is',
  'writing-a-post',
  'scheduling',
  'reading-by-api',
  'running-in-production',
  'type-specimen',
];

async function givenApp(options: Parameters<typeof testApp>[0] = {}) {
  const storage = await testStorage();
  const app = await testApp({ ...options, storage });
  const tools = { database: app.database, clock: app.clock, content: defaultBounds, storage, mediaUrl: '/media' };
  return { ...app, storage, tools };
}

const withFolder = (folder: string) => STARTER_SERVICES.slice(0, 1).map((service) => ({ ...service, folder }));

async function postsOf({ get }: Pick<TestApp, 'get'>, serviceId = ENGLISH) {
  return (await get(`/api/posts/${serviceId}?withTags=1`)).json.items;
}

const slugsOf = async (app: Pick<TestApp, 'get'>, serviceId?: string) =>
  (await postsOf(app, serviceId)).map(({ slug }: { slug: string }) => slug);

test('empty installation gets the same posts in English and in Japanese', async () => {
  const app = await givenApp();
  expect(await createStarterContent(app.tools)).toBe(true);
  expect((await app.get('/api/services')).json.items).toMatchObject([
    { serviceId: ENGLISH, label: 'Kawaraban', takesComments: true },
    { serviceId: JAPANESE, label: '瓦版', takesComments: true },
  ]);
  expect(await slugsOf(app, ENGLISH)).toEqual(SLUGS);
  expect(await slugsOf(app, JAPANESE)).toEqual(SLUGS);
  expect(await createStarterContent(app.tools)).toBe(false);
  expect(await slugsOf(app, ENGLISH)).toHaveLength(6);
});

test('both languages have the same sections, times, code and pictures', async () => {
  const app = await givenApp();
  await createStarterContent(app.tools);
  const english = await postsOf(app, ENGLISH);
  const japanese = await postsOf(app, JAPANESE);
  const timesOf = (posts: { publishAt: string }[]) => posts.map(({ publishAt }) => publishAt);
  expect(timesOf(japanese)).toEqual(timesOf(english));
  for (const [index, { slug, bodyHtml, tags, thumbnail }] of english.entries()) {
    expect(thumbnail.alt, slug).toMatchObject({ en: expect.any(String), ja: expect.any(String) });
    expect(tags, slug).toHaveLength(japanese[index].tags.length);
    // The specimen of each language has parts of its own.
    if (slug === 'type-specimen') continue;
    for (const part of [/<h2/g, /<img/g, /<pre/g, /<table/g]) {
      const inEnglish = bodyHtml.match(part)?.length;
      expect([slug, part, japanese[index].bodyHtml.match(part)?.length]).toEqual([slug, part, inEnglish]);
    }
  }
});

test('every link to a post and every picture exists', async () => {
  const app = await givenApp();
  await createStarterContent(app.tools);
  const addresses = new Set<string>();
  for (const serviceId of [ENGLISH, JAPANESE]) {
    for (const { bodyHtml } of await postsOf(app, serviceId)) {
      for (const [, address = ''] of bodyHtml.matchAll(/(?:href|src)="(\/(?:posts|media)\/[^"#]+)/g)) {
        addresses.add(address);
      }
    }
  }
  expect(addresses.size).toBeGreaterThan(18);
  for (const address of addresses) {
    const path = /^\/posts\/[^/]+$/.test(address) ? `/api/services/${address.slice('/posts/'.length)}` : address;
    expect([address, (await app.get(path.replace(/^\/posts/, '/api/posts'))).status]).toEqual([address, 200]);
  }
});

test('each language has a post group and a comment', async () => {
  const app = await givenApp();
  await createStarterContent(app.tools);
  for (const [serviceId, label, nickname] of [
    [ENGLISH, 'Getting started', 'Martha'],
    [JAPANESE, 'はじめに', 'はな'],
  ]) {
    const group = (await app.get(`/api/posts/${serviceId}/groups/getting-started?withBody=0`)).json;
    expect(group).toMatchObject({ label, postCount: 3 });
    const { contentId } = (await app.get(`/api/posts/${serviceId}/what-kawaraban-is`)).json;
    const { json } = await app.get(`/api/comments/${serviceId}/${contentId}`);
    expect(json).toMatchObject({ meta: { count: 1 }, items: [{ profiles: { nickname } }] });
  }
});

test('installation with a service gets nothing', async () => {
  const app = await givenApp();
  await givenService(app, { serviceId: 'own' });
  expect(await createStarterContent(app.tools)).toBe(false);
  expect((await app.get('/api/services')).json.items).toHaveLength(1);
});

test('posts are public even when the clock is behind', async () => {
  const app = await givenApp({ clock: testClock('2020-01-01T00:00:00Z') });
  await createStarterContent({ ...app.tools, clock: testClock('2020-01-01T00:00:00Z') });
  expect(await slugsOf(app)).toHaveLength(6);
});

test('one of several concurrent processes creates the content', { tags: ['extended'] }, async () => {
  const { database, target } = await testDatabaseWithTarget();
  const others = [connect(target), connect(target)];
  onTestFinished(async () => {
    for (const other of others) await other.close();
  });
  const app = await givenApp({ database });
  const done = await Promise.all(
    [database, ...others].map((each) => createStarterContent({ ...app.tools, database: each })),
  );
  expect(done.filter(Boolean)).toHaveLength(1);
  expect(await slugsOf(app)).toHaveLength(6);
  expect(await keysOf(app.storage, '')).toHaveLength(12);
});

test('invalid post leaves nothing behind', async () => {
  const app = await givenApp();
  const folder = await temporaryFolder();
  await writeSyntheticPosts(folder, { count: 2, paragraphs: 1 });
  await writeFile(join(folder, 'z.md'), '---\ntitle: Same slug\nslug: post-00001\n---\n');
  await expect(createStarterContent(app.tools, withFolder(folder))).rejects.toThrow('post-00001');
  expect((await app.get('/api/services')).json.items).toEqual([]);
  expect(await keysOf(app.storage, '')).toEqual([]);
});

test('rejects a folder without posts or with others', async () => {
  const app = await givenApp();
  const folder = await temporaryFolder();
  await expect(createStarterContent(app.tools, withFolder(folder))).rejects.toThrow('contains no Markdown file');
  await mkdir(join(folder, 'en'));
  await writeFile(join(folder, 'en/a.md'), 'no front matter');
  await expect(createStarterContent(app.tools, withFolder(folder))).rejects.toThrow('en/a.md: no front matter');
});
