import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/app.ts';
import { testDatabase } from '#testing/database.ts';
import { givenCategory, givenPost, givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { contentOf, exportOf, givenWholeService, importInto } from '#testing/transfer.ts';

test('imported service answers visitors and editors identically', async () => {
  const source = await givenWholeService();
  const target = await testApp();
  await givenCategory(target, { serviceId: 'elsewhere', slug: 'x' });
  await importInto(target.database, await exportOf(source.database));
  const readEverything = async (app: TestApp) => {
    app.clock.moveTo('2026-11-21T05:00:00Z');
    const { send } = await givenUser(app, { serviceIds: ['news'] });
    const urls = [
      '/api/posts/news',
      '/api/posts/news?category=events',
      '/api/posts/news?tag=red',
      ...['first', 'html'].map((slug) => `/api/posts/news/${slug}`),
      '/api/posts/news/groups',
      '/api/admin/posts/news/first-ja/translations/blocks',
      '/api/categories/news',
      '/api/tags/news',
      ...['first', 'json', 'html', 'text', 'draft'].map((slug) => `/api/admin/posts/news/${slug}`),
      '/api/admin/posts/news/first/revisions/1',
      '/api/admin/posts/news/bin',
      '/api/admin/schedule',
      '/api/comments/news/article-1',
      '/api/votes/news/article-1',
      '/api/admin/comments/news/counts',
    ];
    return Promise.all(urls.map(async (url) => ({ url, ...withoutOwn(await send('GET', url)) })));
  };
  const before = await readEverything(source);
  expect(before.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await readEverything(target)).toEqual(before);
  expect((await target.get('/api/posts/news/one')).status).toBe((await source.get('/api/posts/news/one')).status);
});

function withoutOwn({ status, text }: { status: number; text: string }) {
  const own = new Set(['id', 'parentPath', 'categoryPath', 'previewToken', 'previewExpiresAt']);
  const json = JSON.parse(text, function (key, value) {
    // Keeps the id of links, which the author sets.
    return own.has(key) && !(key === 'id' && 'url' in this) ? undefined : value;
  });
  return { status, json };
}

test('imported post can be saved, restored and exported', async () => {
  const source = await givenWholeService();
  const target = await testApp();
  await importInto(target.database, await exportOf(source.database));
  const { send } = await givenUser(target, { serviceIds: ['news'] });
  const saved = await send('POST', '/api/admin/posts/news/first', { body: { title: 'Saved' } });
  expect(saved.json).toMatchObject({ title: 'Saved', revision: 3 });
  const due = await target.database.reader.selectFrom('staticFiles').select('path').orderBy('path').execute();
  const visible = ['first', 'html', 'text'];
  expect(due.map(({ path }) => path)).toEqual(visible.map((slug) => `posts/news/${slug}.json`));
  const held = await target.database.reader.selectFrom('fileUses').select('fileId').distinct().execute();
  expect(held).toHaveLength(2);
  const [binned] = (await send('GET', '/api/admin/posts/news/bin')).json.items;
  const restored = await send('POST', `/api/admin/posts/news/bin/${binned.postId}/restore`, { body: {} });
  expect(restored.json).toMatchObject({
    post: {
      slug: 'binned',
      bodyText: 'Some text\u2028and 日本語.',
      category: { slug: 'events' },
      groups: [{ slug: 'tour' }],
    },
    missing: [],
  });
});

test('export omits secrets, derived texts and data of others', async () => {
  const { database } = await givenWholeService();
  const whole = Object.values(await contentOf(await exportOf(database))).join('');
  const rows = await database.reader.selectFrom('posts').select(['previewToken', 'serviceId', 'postId']).execute();
  for (const { previewToken, serviceId, postId } of rows) {
    expect(whole).not.toContain(previewToken);
    if (serviceId === 'other') expect(whole).not.toContain(postId);
  }
  expect(whole).not.toMatch(/previewToken|bodyHtml|categoryId|"other"/);
  expect(whole).not.toMatch(/hash-of-an-address|sealed|userAgent|guest:|user:/);
});

test('import creates new preview tokens', async () => {
  const source = await givenWholeService();
  const target = await testDatabase();
  await importInto(target, await exportOf(source.database));
  const tokens = await target.reader.selectFrom('posts').select(['previewToken', 'previewExpiresAt']).execute();
  expect(new Set(tokens.map(({ previewToken }) => previewToken)).size).toBe(tokens.length);
  for (const { previewToken, previewExpiresAt } of tokens) {
    expect(previewToken).toMatch(/^[0-9a-f]{64}$/);
    expect(previewExpiresAt).toBe('2026-12-31T00:00:00Z');
  }
});

test('splits many records into files and imports all', async () => {
  const app = await testApp();
  await givenCopiesOfAPost(app, 104);
  const tags = Array.from({ length: 1004 }, (_, index) => ({
    ...{ tagId: copyId(index), serviceId: 'news', label: `tag-${index}`, createdAt: '2026-11-21T04:50:00Z' },
  }));
  await app.database.writer.insertInto('tags').values(tags).execute();
  await expectRoundTrip(app, { inTwoFiles: 'tags' });
});

test('splits many posts into files and imports all', { tags: ['extended'] }, async () => {
  const app = await testApp();
  await givenCopiesOfAPost(app, 1204);
  await expectRoundTrip(app, { inTwoFiles: 'posts' });
});

const copyId = (index: number) => `01hzx3w7gg8hh9jj0kk1${String(index).padStart(6, '0')}`;

async function givenCopiesOfAPost(app: TestApp, count: number): Promise<void> {
  await givenService(app, { serviceId: 'news' });
  const model = await givenPost(app, { serviceId: 'news' });
  const row = await app.database.reader
    .selectFrom('posts')
    .selectAll()
    .where('postId', '=', model.postId)
    .executeTakeFirstOrThrow();
  const copies = Array.from({ length: count }, (_, index) => {
    const postId = copyId(index);
    return { ...row, postId, slug: `copy-${index}`, contentId: postId };
  });
  for (let from = 0; from < copies.length; from += 100) {
    await app.database.writer
      .insertInto('posts')
      .values(copies.slice(from, from + 100))
      .execute();
  }
}

async function expectRoundTrip(app: TestApp, { inTwoFiles }: { inTwoFiles: string }): Promise<void> {
  const folder = await exportOf(app.database);
  expect((await readdir(join(folder, inTwoFiles))).toSorted()).toEqual(['00001.jsonl', '00002.jsonl']);
  const steps: { done: number; total: number }[] = [];
  const target = await testDatabase();
  await importInto(target, folder, { onProgress: (progress: { done: number; total: number }) => steps.push(progress) });
  expect(steps.at(-1)?.done).toBe(steps.at(-1)?.total);
  expect(await contentOf(await exportOf(target))).toEqual(await contentOf(folder));
}
