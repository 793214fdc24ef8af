import { expect, test } from 'vitest';
import { adminSearchApi } from '#contract/admin-search.ts';
import { testApp } from '#testing/app.ts';
import { testDatabase } from '#testing/database.ts';
import { createPost, updatePost } from '#testing/edit-posts.ts';
import { givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { givenManyPosts, manyPostId } from '#testing/many-posts.ts';
import { planOf } from '#testing/query-plan.ts';
import { listLatestPosts, listPostsByIds, listPostsFrom, listPostsWithId } from './found-post.repository.ts';

type Viewer = Awaited<ReturnType<typeof givenUser>>;

async function slugsOf({ call }: Pick<Viewer, 'call'>, q: string, service?: string): Promise<string[]> {
  const { posts } = await call(adminSearchApi.find, { query: { q, ...(service && { service }) } });
  return posts.map(({ slug }) => slug);
}

test('finds posts of any status by title or slug prefix', async () => {
  const app = await testApp();
  const viewer = await givenUser(app, { role: 'viewer' });
  const draft = await givenPost(app, { slug: 'pressing-paper', title: 'Paper, Pressed', status: 'draft' });
  await givenPost(app, { slug: 'harbour', title: 'The harbour', body: 'Nothing about paper.' });
  const { posts, isLimited } = await viewer.call(adminSearchApi.find, { query: { q: 'press pap' } });
  expect(posts).toEqual([
    {
      serviceId: 'news',
      postId: draft.postId,
      slug: 'pressing-paper',
      title: 'Paper, Pressed',
      status: 'draft',
      publishAt: null,
      isHiddenInList: false,
    },
  ]);
  expect(isLimited).toBe(false);
  for (const q of ['PRESSING', 'pressing paper', 'paper,', ' Ｐａｐｅｒ　pressed ', draft.postId]) {
    expect(await slugsOf(viewer, q), q).toEqual(['pressing-paper']);
  }
  for (const q of ['aper', 'about', 'paper harbour', '%', '_', '""', "'"]) {
    expect(await slugsOf(viewer, q), q).toEqual([]);
  }
});

test('finds Japanese by any number of characters, any width', async () => {
  const app = await testApp();
  const viewer = await givenUser(app);
  await givenPost(app, { slug: 'ja', title: '瓦版のｲﾝｸと摺り方', status: 'draft' });
  await givenPost(app, { slug: 'other', title: '方の版' });
  for (const q of ['瓦', '瓦版', 'インク', '摺り', '瓦版のイ', '瓦版　摺り方']) {
    expect(await slugsOf(viewer, q), q).toEqual(['ja']);
  }
  expect(await slugsOf(viewer, '版の方')).toEqual([]);
});

test('sorts exact matches first, then by last save', async () => {
  const app = await testApp();
  const editor = await givenUser(app);
  const { postId } = await createPost(editor, { slug: 'a', title: 'A harbour' });
  app.clock.moveTo('2026-11-21T05:01:00Z');
  await createPost(editor, { slug: 'harbour', title: 'Elsewhere' });
  app.clock.moveTo('2026-11-21T05:02:00Z');
  await createPost(editor, { slug: 'b', title: 'B Harbour' });
  app.clock.moveTo('2026-11-21T05:03:00Z');
  await createPost(editor, { slug: 'c', title: 'Harbours' });
  app.clock.moveTo('2026-11-21T05:04:00Z');
  await updatePost(editor, postId, { title: 'One harbour' });
  expect(await slugsOf(editor, 'harbour')).toEqual(['harbour', 'c', 'a', 'b']);
  expect(await slugsOf(editor, '')).toEqual(['a', 'c', 'b', 'harbour']);
  const two = await editor.call(adminSearchApi.find, { query: { count: 2 } });
  expect(two.posts.map(({ slug }) => slug)).toEqual(['a', 'c']);
});

test('finds posts in all services of the account or one', async () => {
  const app = await testApp();
  for (const serviceId of ['news', 'diary', 'foreign']) {
    await givenPost(app, { serviceId, slug: `in-${serviceId}`, title: 'Ink', status: 'draft' });
  }
  const viewer = await givenUser(app, { role: 'viewer', serviceIds: ['news', 'diary'] });
  expect((await slugsOf(viewer, 'ink')).toSorted()).toEqual(['in-diary', 'in-news']);
  expect(await slugsOf(viewer, 'ink', 'diary')).toEqual(['in-diary']);
  expect((await slugsOf(viewer, '')).toSorted()).toEqual(['in-diary', 'in-news']);
  const nobody = await givenUser(app, { role: 'viewer', serviceIds: [] });
  expect(await slugsOf(nobody, 'ink')).toEqual([]);
});

test('every query uses an index with 100,000 posts', { tags: ['extended'] }, async () => {
  const database = await testDatabase();
  await givenManyPosts(database, { serviceId: 'many' });
  const postIds = Array.from({ length: 200 }, (_, index) => manyPostId(400 * index));
  const questions = [
    listPostsFrom(database.reader, 'many', { column: 'slug', prefix: 'post-5', limit: 10 }),
    listPostsFrom(database.reader, 'many', { column: 'title', prefix: 'note', limit: 10 }),
    listPostsWithId(database.reader, 'many', manyPostId(7)),
    listLatestPosts(database.reader, 'many', 10),
  ];
  for (const posts of await Promise.all(questions)) expect(posts.length).toBeGreaterThan(0);
  const plans = [
    await planOf(database, (db) => listPostsByIds(db, 'many', postIds), { isFilled: true }),
    await planOf(database, (db) => listPostsFrom(db, 'many', { column: 'slug', prefix: 'post-5', limit: 10 }), {
      isFilled: true,
    }),
    await planOf(database, (db) => listPostsFrom(db, 'many', { column: 'title', prefix: 'note', limit: 10 }), {
      isFilled: true,
    }),
    await planOf(database, (db) => listPostsWithId(db, 'many', manyPostId(7)), { isFilled: true }),
    await planOf(database, (db) => listLatestPosts(db, 'many', 10), { isFilled: true }),
  ];
  for (const plan of plans) {
    const text = plan.join('\n');
    expect(text).toMatch(/posts_|sqlite_autoindex_posts|USING INDEX/);
    expect(text).not.toMatch(/Seq Scan on posts|^SCAN posts(?! USING)|TEMP B-TREE|\bSort\b/m);
  }
});
