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
import { writeSyntheticPosts } from '#testing/synthetic-posts.ts';
import { createStarterContent } from './create-starter-content.ts';

const withBounds = ({ database, clock }: TestApp) => ({ database, clock, content: defaultBounds });

const slugsOf = async ({ get }: TestApp) =>
  (await get('/api/posts/news?withBody=0')).json.items.map(({ slug }: { slug: string }) => slug);

test('empty installation gets a service with bilingual posts', async () => {
  const app = await testApp();
  expect(await createStarterContent(withBounds(app))).toBe(true);
  expect((await app.get('/api/services')).json.items).toEqual([
    { serviceId: 'news', label: 'Kawaraban', takesComments: true },
  ]);
  expect(await slugsOf(app)).toHaveLength(6);
  expect(await createStarterContent(withBounds(app))).toBe(false);
  expect(await slugsOf(app)).toHaveLength(6);
});

test('some posts have comments in their language', async () => {
  const app = await testApp();
  await createStarterContent(withBounds(app));
  const { items } = (await app.get('/api/comments/news/counts')).json;
  expect(items.map(({ commentCount }: { commentCount: number }) => commentCount)).toEqual([2, 2]);
  const { contentId } = (await app.get('/api/posts/news/writing-a-post')).json;
  const { json } = await app.get(`/api/comments/news/${contentId}`);
  expect(json).toMatchObject({ meta: { count: 2 }, items: [{ profiles: { nickname: 'はな', area: '京都' } }, {}] });
});

test('installation with a service gets nothing', async () => {
  const app = await testApp();
  await givenService(app, { serviceId: 'own' });
  expect(await createStarterContent(withBounds(app))).toBe(false);
  expect((await app.get('/api/services')).json.items).toHaveLength(1);
});

test('posts are public even when the clock is behind', async () => {
  const clock = testClock('2020-01-01T00:00:00Z');
  const app = await testApp({ clock });
  await createStarterContent(withBounds(app));
  expect(await slugsOf(app)).toHaveLength(6);
});

test('one of several concurrent processes creates the content', { tags: ['extended'] }, async () => {
  const { database, target } = await testDatabaseWithTarget();
  const others = [connect(target), connect(target)];
  onTestFinished(async () => {
    for (const other of others) await other.close();
  });
  const clock = testClock();
  const done = await Promise.all(
    [database, ...others].map((each) => createStarterContent({ database: each, clock, content: defaultBounds })),
  );
  expect(done.filter(Boolean)).toHaveLength(1);
  expect(await slugsOf(await testApp({ database }))).toHaveLength(6);
});

test('invalid post leaves nothing behind', async () => {
  const app = await testApp();
  const folder = await temporaryFolder();
  await writeSyntheticPosts(folder, { count: 2, paragraphs: 1 });
  await writeFile(join(folder, 'z.md'), '---\ntitle: Same slug\nslug: post-00001\n---\n');
  await expect(createStarterContent(withBounds(app), folder)).rejects.toThrow('post-00001');
  expect((await app.get('/api/services')).json.items).toEqual([]);
});

test('rejects a folder without posts or with others', async () => {
  const app = await testApp();
  const folder = await temporaryFolder();
  await expect(createStarterContent(withBounds(app), folder)).rejects.toThrow('holds no Markdown file');
  await mkdir(join(folder, 'en'));
  await writeFile(join(folder, 'en/a.md'), 'no front matter');
  await expect(createStarterContent(withBounds(app), folder)).rejects.toThrow('en/a.md: no front matter');
});
