import { expect, test } from 'vitest';
import { postApi } from '#contract/posts.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenCategory, givenPost } from '#testing/given.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { list, params, readAll, slugsOf } from './admin-post-list.fixtures.ts';

const EVERY = ['asc', 'desc'] as const;

test('admin list has posts in every state, newest first', async () => {
  const app = await testApp();
  const user = await givenUser(app, { role: 'viewer' });
  await givenPost(app, { slug: 'live', category: 'events' });
  app.clock.moveTo('2026-11-21T04:44:00Z');
  await givenPost(app, { slug: 'draft', status: 'draft' });
  app.clock.moveTo('2026-11-21T04:45:00Z');
  await givenPost(app, { slug: 'later', publishAt: new Date('2026-12-01T00:03:00Z') });
  await givenPost(app, { serviceId: 'other', slug: 'theirs' });
  const { items } = await list(user);
  expect(items.map(({ slug, status }) => [slug, status])).toEqual([
    ['later', 'reserved'],
    ['draft', 'draft'],
    ['live', 'published'],
  ]);
  expect(items[0]).toMatchObject({ publishAt: '2026-12-01T00:03:00Z', effectiveAt: '2026-12-01T00:10:00Z' });
  expect(items[1]).toMatchObject({ publishAt: null, statusPublishAt: 'unpublish#None', categorySlug: null });
  expect(items[2]).toMatchObject({ categorySlug: 'events', categoryLabel: 'events', createdBy: 'tester' });
  for (const item of items) {
    for (const key of ['body', 'bodyHtml', 'bodyText', 'previewToken']) expect(item).not.toHaveProperty(key);
  }
});

test('admin list pages by every sort, order and pager form', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenTies(app, user);
  const rows = await app.database.reader
    .selectFrom('posts')
    .select(['slug', 'postId', 'createdAt', 'publishAt', 'updatedAt', 'title'])
    .execute();
  for (const sort of ['createdAt', 'publishAt', 'updatedAt', 'title'] as const) {
    const placeOf = (row: (typeof rows)[number]) => `${row[sort]?.toLowerCase() ?? ''} ${row.postId}`;
    const ascending = rows.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1)).map(({ slug }) => slug);
    for (const order of EVERY) {
      for (const form of ['pagerKey', 'pageToken'] as const) {
        const all = await readAll(user, { sort, order, count: 2 }, form);
        expect(all).toEqual(order === 'asc' ? ascending : ascending.toReversed());
      }
    }
  }
});

async function givenTies(app: TestApp, user: GivenUser): Promise<void> {
  for (let index = 0; index < 9; index += 1) {
    app.clock.moveTo(`2026-11-21T04:4${index % 3}:00Z`);
    const publishAt = index % 3 === 0 ? undefined : new Date(`2026-11-0${1 + (index % 2)}T00:00:00Z`);
    const title = ['a note', 'B note', 'c note'][index % 3] ?? '';
    await givenPost(app, { slug: `post-${index}`, title, status: 'draft', publishAt });
    if (index % 2 === 0) await user.send('POST', `/api/admin/posts/news/post-${index}`, { body: { label: 'Changed' } });
  }
}

test('pager key contains the sort value, None for no time', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenPost(app, { status: 'draft' });
  await givenPost(app, { status: 'draft' });
  const byTime = await list(user, { sort: 'publishAt', count: 1 });
  const postId = byTime.items[0]?.postId;
  expect(byTime.pagerKey).toEqual({ postId, serviceId: 'news', publishAt: 'None' });
  const byChange = await list(user, { sort: 'updatedAt', count: 1 });
  expect(byChange.pagerKey).toEqual({ postId, serviceId: 'news', updatedAt: 'None' });
  const byTitle = await list(user, { sort: 'title', count: 1 });
  expect(byTitle.pagerKey).toEqual({ postId, serviceId: 'news', title: 'a post' });
  const byCreation = await list(user, { count: 1 });
  expect(byCreation.pagerKey).toEqual({
    postId: byCreation.items[0]?.postId,
    serviceId: 'news',
    createdAt: '2026-11-21T04:43:00Z',
  });
});

test('pager key of another list returns 400', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const postId = '0'.repeat(26);
  const keys = [
    { postId, serviceId: 'news', publishAt: 'None' },
    { postId, serviceId: 'other', createdAt: '2026-11-21T04:43:00Z' },
    { postId: 'x', serviceId: 'news', createdAt: '2026-11-21T04:43:00Z' },
    { postId, serviceId: 'news', createdAt: 'None' },
    {},
    null,
  ];
  for (const key of keys) {
    const json = JSON.stringify(key);
    const token = Buffer.from(json).toString('base64');
    for (const [name, value, field] of [
      ['pagerKey', json, 'pager_key'],
      ['pageToken', token, 'page_token'],
    ] as const) {
      const answer = await user.send('GET', `/api/admin/posts/news?${name}=${encodeURIComponent(value)}`);
      expect([answer.status, answer.json.errors]).toEqual([400, [{ field, message: 'InvalidInput' }]]);
    }
  }
});

test('category filter includes subcategories, unknown category returns 404', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenCategory(app, { serviceId: 'news', slug: 'events' });
  await givenCategory(app, { serviceId: 'news', slug: 'tokyo', parent: 'events' });
  for (const [slug, category] of [
    ['one', 'events'],
    ['two', 'tokyo'],
    ['three', 'other'],
  ] as const) {
    await givenPost(app, { slug, category, status: 'draft' });
  }
  expect((await readAll(user, { category: 'events', count: 1 }, 'pageToken')).toSorted()).toEqual(['one', 'two']);
  expect(await slugsOf(user, { category: 'tokyo' })).toEqual(['two']);
  await givenPost(app, { slug: 'four', status: 'draft' });
  expect(await slugsOf(user, { category: '' })).toHaveLength(4);
  expect(await slugsOf(user, { category: 'root' })).toHaveLength(4);
  const { status, json } = await user.send('GET', '/api/admin/posts/news?category=nowhere');
  expect([status, json]).toEqual([404, { message: 'Category does not exist' }]);
});

test('admin list combines tag, status and text filters', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenPost(app, { slug: 'live', tags: ['tokyo'], title: 'A bridge' });
  await givenPost(app, { slug: 'draft', tags: ['tokyo'], status: 'draft', title: 'A bridge' });
  await givenPost(app, { slug: 'later', tags: ['osaka'], publishAt: new Date('2026-11-21T05:00:00Z') });
  const filters = JSON.stringify({ attribute: 'title', compare: 'contains', value: 'bridge' });
  expect((await slugsOf(user, { tag: 'tokyo' })).toSorted()).toEqual(['draft', 'live']);
  expect(await slugsOf(user, { tag: 'tokyo', status: 'draft', filters })).toEqual(['draft']);
  expect(await slugsOf(user, { status: 'published' })).toEqual(['live']);
  expect(await slugsOf(user, { status: 'reserved' })).toEqual(['later']);
  expect(await slugsOf(user, { status: 'unpublished' })).toEqual([]);
  expect(await slugsOf(user, { status: '', tag: '' })).toHaveLength(3);
  app.clock.moveTo('2026-11-21T05:00:00Z');
  expect((await slugsOf(user, { status: 'published' })).toSorted()).toEqual(['later', 'live']);
  expect(await slugsOf(user, { status: 'reserved' })).toEqual([]);
  const { status, json } = await user.send('GET', '/api/admin/posts/news?tag=kyoto');
  expect([status, json]).toEqual([404, { message: 'Tag does not exist' }]);
  expect((await user.send('GET', '/api/admin/posts/news?status=live')).status).toBe(400);
});

test('empty filter matches all posts', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenPost(app);
  for (const filters of ['', '{"attribute":"","compare":"","value":""}']) {
    expect(await slugsOf(user, { filters })).toHaveLength(1);
  }
});

test('admin list ignores extra parameters of existing clients', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenPost(app);
  const { status, json } = await user.send('GET', '/api/admin/posts/news?sort=createdAt&order=desc&withCategory=0');
  expect([status, json.items.length]).toEqual([200, 1]);
  expect((await app.call(postApi.list, { params })).items).toHaveLength(1);
});
