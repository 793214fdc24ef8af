import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { postApi } from '#contract/posts.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { createPost } from '#testing/edit-posts.ts';
import { givenCategory, givenPost, givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';

test('unknown service returns 404 before validation', async () => {
  const { get } = await testApp();
  const { status, json } = await get('/api/posts/nowhere?count=abc&nonsense=1');
  expect(status).toBe(404);
  expect(json).toEqual({ message: 'ServiceId does not exist' });
});

test('invalid query returns 400 with field names in snake case', async () => {
  const { get, ...given } = await testApp();
  await givenService(given, { serviceId: 'news' });
  const { status, json } = await get('/api/posts/news?count=0&order=up&pagerKey=nonsense');
  expect(status).toBe(400);
  expect(json.message).toBe('Validation Failed');
  expect(json.errors).toEqual([
    { field: 'count', message: 'InvalidInput', limit: { rule: 'atLeast', count: 1, of: 'number' } },
    { field: 'order', message: 'InvalidInput' },
  ]);
  const broken = await get('/api/posts/news?pagerKey=nonsense');
  expect(broken.json.errors).toEqual([{ field: 'pager_key', message: 'InvalidInput' }]);
});

test('parameter of another route is ignored', async () => {
  const { get, ...given } = await testApp();
  await givenService(given, { serviceId: 'news' });
  expect((await get('/api/posts/news?withPostDetail=1&isList=1')).status).toBe(200);
});

test('posts are paged newest first by pagerKey or pageToken', async () => {
  const { call, get, ...given } = await testApp();
  for (let day = 1; day <= 5; day += 1) {
    await givenPost(given, { slug: `day-${day}`, publishAt: new Date(`2026-11-0${day}T00:00:00Z`) });
  }
  const params = { serviceId: 'news' };
  const first = await call(postApi.list, { params, query: { count: 2 } });
  expect(first.items.map(({ slug }) => slug)).toEqual(['day-5', 'day-4']);
  const byToken = await call(postApi.list, { params, query: { count: 2, pageToken: first.pageToken ?? '' } });
  const byKey = await call(postApi.list, { params, query: { count: 2, pagerKey: JSON.stringify(first.pagerKey) } });
  expect(byToken.items.map(({ slug }) => slug)).toEqual(['day-3', 'day-2']);
  expect(byKey).toEqual(byToken);
  const last = await call(postApi.list, { params, query: { count: 2, pageToken: byToken.pageToken ?? '' } });
  expect(last.items.map(({ slug }) => slug)).toEqual(['day-1']);
  expect(last).toMatchObject({ pagerKey: null, pageToken: null });
  const oldest = await get('/api/posts/news?order=asc&count=1&pageToken=');
  expect(oldest.json.items[0].slug).toBe('day-1');
});

test('posts of equal time are neither lost nor repeated', async () => {
  const { call, ...given } = await testApp();
  const publishAt = new Date('2026-11-01T00:00:00Z');
  for (let index = 0; index < 7; index += 1) await givenPost(given, { slug: `twin-${index}`, publishAt });
  for (const order of ['asc', 'desc'] as const) {
    const seen: string[] = [];
    for (let pageToken: string | null = ''; pageToken !== null; ) {
      const page: ResponseOf<typeof postApi.list> = await call(postApi.list, {
        params: { serviceId: 'news' },
        query: { count: 2, order, pageToken },
      });
      seen.push(...page.items.map(({ slug }) => slug));
      pageToken = page.pageToken;
    }
    expect(seen.toSorted()).toEqual(Array.from({ length: 7 }, (_, index) => `twin-${index}`));
  }
});

test('drafts and future posts are neither listed nor found', async () => {
  const { get, ...given } = await testApp();
  await givenPost(given, { slug: 'draft', status: 'draft' });
  await givenPost(given, { slug: 'later', publishAt: new Date('2026-12-01T00:00:00Z') });
  expect((await get('/api/posts/news')).json.items).toEqual([]);
  expect((await get('/api/posts/news/draft')).status).toBe(404);
  expect((await get('/api/posts/news/later')).json).toEqual({ message: 'Not Found' });
});

test('post due at 10:07 is visible from 10:10 on', async () => {
  const clock = testClock('2026-11-21T10:00:00Z');
  const { get, database } = await testApp({ clock });
  await givenPost({ database, clock }, { slug: 'due', publishAt: new Date('2026-11-21T10:07:00Z') });
  clock.moveTo('2026-11-21T10:09:59Z');
  expect((await get('/api/posts/news')).json.items).toEqual([]);
  expect((await get('/api/posts/news/due')).status).toBe(404);
  const { previewToken } = await database.reader.selectFrom('posts').select('previewToken').executeTakeFirstOrThrow();
  expect((await get(`/api/posts/news/due?token=${previewToken}`)).json).toMatchObject({
    status: 'reserved',
    statusPublishAt: 'reserve#2026-11-21T10:07:00Z',
    effectiveAt: '2026-11-21T10:10:00Z',
  });
  clock.moveTo('2026-11-21T10:10:00Z');
  expect((await get('/api/posts/news')).json.items).toHaveLength(1);
  const { json } = await get('/api/posts/news/due');
  expect(json).toMatchObject({
    status: 'published',
    postStatus: 'publish',
    publishAt: '2026-11-21T10:07:00Z',
    statusPublishAt: 'publish#2026-11-21T10:07:00Z',
  });
});

test('forged future pager key reveals no future posts', async () => {
  const { get, ...given } = await testApp();
  await givenPost(given, { slug: 'now' });
  await givenPost(given, { slug: 'later', publishAt: new Date('2026-12-01T00:00:00Z') });
  const key = { postId: 'z'.repeat(26), serviceId: 'news', statusPublishAt: 'publish#2027-01-01T00:00:00Z' };
  const { json } = await get(`/api/posts/news?pagerKey=${encodeURIComponent(JSON.stringify(key))}`);
  expect(json.items.map(({ slug }: { slug: string }) => slug)).toEqual(['now']);
});

test('preview token opens a draft and is never returned', async () => {
  const { get, database, ...given } = await testApp();
  await givenPost({ database, ...given }, { slug: 'draft', status: 'draft' });
  const { previewToken } = await database.reader.selectFrom('posts').select('previewToken').executeTakeFirstOrThrow();
  const preview = await get(`/api/posts/news/draft?token=${previewToken}`);
  expect(preview.status).toBe(200);
  expect(preview.json).toMatchObject({ status: 'draft', statusPublishAt: 'unpublish#None' });
  expect(preview.text).not.toContain(previewToken);
  expect((await get(`/api/posts/news/draft?token=${'0'.repeat(64)}`)).status).toBe(404);
  expect((await get('/api/posts/news/draft?token=xyz')).status).toBe(400);
});

test('post has its category with ancestors and its tags', async () => {
  const { call, ...given } = await testApp();
  await givenCategory(given, { serviceId: 'news', slug: 'events', label: 'Events' });
  await givenCategory(given, { serviceId: 'news', slug: 'tokyo', label: 'Tokyo', parent: 'events' });
  await givenPost(given, { slug: 'concert', category: 'tokyo', tags: ['music', 'live', 'music'] });
  const post = await call(postApi.find, { params: { serviceId: 'news', slug: 'concert' } });
  expect(post.categorySlug).toBe('tokyo');
  expect(post.category?.label).toBe('Tokyo');
  expect(post.category?.parents?.map(({ slug }) => slug)).toEqual(['events']);
  expect(post.tags?.map(({ label }) => label)).toEqual(['live', 'music']);
  expect(post.categoryPath).toMatch(/^\d+#\d+#\d+$/);
});

test('category list includes posts of subcategories and has meta', async () => {
  const { call, get, ...given } = await testApp();
  await givenCategory(given, { serviceId: 'news', slug: 'events' });
  await givenCategory(given, { serviceId: 'news', slug: 'tokyo', parent: 'events' });
  await givenPost(given, { slug: 'above', category: 'events', publishAt: new Date('2026-11-01T00:00:00Z') });
  await givenPost(given, { slug: 'below', category: 'tokyo' });
  await givenPost(given, { slug: 'elsewhere' });
  const list = await call(postApi.list, { params: { serviceId: 'news' }, query: { category: 'events', order: 'asc' } });
  expect(list.items.map(({ slug }) => slug)).toEqual(['above', 'below']);
  expect(list.items.map(({ category }) => category?.slug)).toEqual(['events', 'tokyo']);
  expect(list.meta?.category?.children.map(({ slug }) => slug)).toEqual(['tokyo']);
  expect((await get('/api/posts/news?category=nowhere')).json).toEqual({ message: 'Category does not exist' });
});

test('tag list is paged', async () => {
  const { call, get, ...given } = await testApp();
  for (const slug of ['one', 'two', 'three']) await givenPost(given, { slug, tags: ['東京'] });
  await givenPost(given, { slug: 'other' });
  const query = { tag: '東京', count: 2, order: 'asc' } as const;
  const first = await call(postApi.list, { params: { serviceId: 'news' }, query });
  const second = await call(postApi.list, {
    params: { serviceId: 'news' },
    query: { ...query, pageToken: first.pageToken ?? '' },
  });
  expect([...first.items, ...second.items].map(({ slug }) => slug).toSorted()).toEqual(['one', 'three', 'two']);
  expect(first.meta?.tag?.label).toBe('東京');
  expect((await get('/api/posts/news?tag=nothing')).json).toEqual({ message: 'Tag does not exist' });
});

test('list without bodies still has excerpts', async () => {
  const { call, ...given } = await testApp();
  await givenPost(given, { body: '# Title\n\nThe first words.' });
  const { items } = await call(postApi.list, { params: { serviceId: 'news' }, query: { withBody: '0' } });
  expect(items[0]).toMatchObject({ excerpt: 'The first words.' });
  expect(items[0]).not.toHaveProperty('bodyHtml');
  expect(items[0]).not.toHaveProperty('body');
});

test('HEAD responds like GET without a body', async () => {
  const { app, ...given } = await testApp();
  await givenPost(given, { slug: 'here' });
  const found = await app.inject({ method: 'HEAD', url: '/api/posts/news/here' });
  expect([found.statusCode, found.body]).toEqual([200, '']);
  expect((await app.inject({ method: 'HEAD', url: '/api/posts/news/there' })).statusCode).toBe(404);
});

test('trailing slash is ignored', async () => {
  const { get, ...given } = await testApp();
  await givenPost(given, { slug: 'here' });
  expect((await get('/api/posts/news/here/')).status).toBe(200);
  expect((await get('/api/posts/news/')).json.items).toHaveLength(1);
});

test('response to a preview token is not cached', async () => {
  const { get, database, ...given } = await testApp();
  await givenPost({ database, ...given }, { slug: 'draft', status: 'draft' });
  const { previewToken } = await database.reader.selectFrom('posts').select('previewToken').executeTakeFirstOrThrow();
  const { status, headers } = await get(`/api/posts/news/draft?token=${previewToken}`);
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
});

const NOBODY = { previous: null, next: null };

const adjacent = ({ call }: TestApp, slug: string, group?: string) =>
  call(postApi.adjacent, { params: { serviceId: 'news', slug }, query: { group } });

async function beside(app: TestApp, slug: string, group?: string) {
  const { previous, next } = await adjacent(app, slug, group);
  return [previous?.slug, next?.slug];
}

const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);

test('unknown or hidden service, post or group returns 404', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'seen' });
  await givenPost(app, { slug: 'draft', status: 'draft' });
  await givenPost(app, { slug: 'later', publishAt: new Date('2026-11-22T05:00:00Z') });
  expect((await app.get('/api/posts/nowhere/seen/adjacent')).json).toEqual({ message: 'ServiceId does not exist' });
  for (const rest of ['none/adjacent', 'draft/adjacent', 'later/adjacent', 'seen/adjacent?group=none']) {
    const { status, json } = await app.get(`/api/posts/news/${rest}`);
    expect([rest, status, json]).toEqual([rest, 404, { message: 'Not Found' }]);
  }
});

test('preview token does not open neighbors of a draft', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { postId } = await createPost(user, { slug: 'draft' });
  const params = { serviceId: 'news', idOrSlug: postId };
  const { previewToken } = await user.call(adminPostApi.find, { params });
  expect((await app.get(`/api/posts/news/draft?token=${previewToken}`)).status).toBe(200);
  expect((await app.get('/api/posts/news/draft/adjacent')).status).toBe(404);
  expect((await app.get(`/api/posts/news/draft/adjacent?token=${previewToken}`)).status).toBe(404);
});

test('neighbors are the older and newer visible posts', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'second', title: '第二', publishAt: at('11:00') });
  await givenPost(app, { slug: 'first', title: 'First', publishAt: at('10:00') });
  await givenPost(app, { slug: 'of-another', serviceId: 'other', publishAt: at('10:30') });
  await givenPost(app, { slug: 'draft', status: 'draft' });
  await givenPost(app, { slug: 'third', publishAt: new Date('2026-11-21T05:07:00Z') });
  expect(await adjacent(app, 'first')).toEqual({ previous: null, next: { slug: 'second', title: '第二' } });
  expect(await adjacent(app, 'second')).toEqual({ previous: { slug: 'first', title: 'First' }, next: null });
  app.clock.moveTo('2026-11-21T05:09:59Z');
  expect(await beside(app, 'second')).toEqual(['first', undefined]);
  app.clock.moveTo('2026-11-21T05:10:00Z');
  expect(await beside(app, 'second')).toEqual(['first', 'third']);
  expect(await beside(app, 'third')).toEqual(['second', undefined]);
});

test('posts of equal time are ordered by id both ways', async () => {
  const app = await testApp();
  const slugs: string[] = [];
  for (const slug of ['a', 'b', 'c', 'd', 'e'])
    slugs.push((await givenPost(app, { slug, publishAt: at('10:00') })).slug);
  const { items } = await app.call(postApi.list, { params: { serviceId: 'news' }, query: { order: 'asc' } });
  const listed = items.map(({ slug }) => slug);
  expect([...listed].sort()).toEqual(slugs);
  for (const [index, slug] of listed.entries()) {
    expect(await beside(app, slug)).toEqual([listed[index - 1], listed[index + 1]]);
  }
});

test('post hidden in lists has no neighbors and is none', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenPost(app, { slug: 'first', publishAt: at('10:00') });
  await givenPost(app, { slug: 'hidden', publishAt: at('11:00') });
  await givenPost(app, { slug: 'second', publishAt: at('12:00') });
  await user.send('POST', '/api/admin/posts/news/hidden', { body: { isHiddenInList: true } });
  expect(await adjacent(app, 'hidden')).toEqual(NOBODY);
  expect(await beside(app, 'first')).toEqual([undefined, 'second']);
  expect(await beside(app, 'second')).toEqual(['first', undefined]);
});

test('neighbors in a group follow group order of visible posts', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const idOf = async (slug: string, more = {}) => (await givenPost(app, { slug, ...more })).postId;
  const [one, two, hidden] = [await idOf('one'), await idOf('two'), await idOf('hidden')];
  const draft = await idOf('draft', { status: 'draft' });
  const later = await idOf('later', { publishAt: new Date('2026-11-21T05:00:00Z') });
  await givenPost(app, { slug: 'alone' });
  await user.send('POST', '/api/admin/posts/news/hidden', { body: { isHiddenInList: true } });
  const body = { slug: 'steps', label: 'First steps', postIds: [two, draft, later, hidden, one] };
  await user.call(adminPostGroupApi.create, { params: { serviceId: 'news' }, body });

  const group = { slug: 'steps', label: 'First steps', count: 2 };
  const titled = (slug: string) => ({ slug, title: 'A post' });
  expect(await adjacent(app, 'two', 'steps')).toEqual({
    ...{ previous: null, next: titled('one') },
    group: { ...group, position: 1 },
  });
  expect(await adjacent(app, 'one', 'steps')).toEqual({
    ...{ previous: titled('two'), next: null },
    group: { ...group, position: 2 },
  });
  for (const slug of ['hidden', 'draft', 'later', 'alone']) {
    expect((await app.get(`/api/posts/news/${slug}/adjacent?group=steps`)).status, slug).toBe(404);
  }
  app.clock.moveTo('2026-11-21T05:00:00Z');
  expect(await adjacent(app, 'later', 'steps')).toEqual({
    ...{ previous: titled('two'), next: titled('one') },
    group: { ...group, count: 3, position: 2 },
  });
});

test('group of another service returns 404', async () => {
  const app = await testApp();
  const user = await givenUser(app, { serviceIds: ['news', 'other'] });
  await givenPost(app, { slug: 'note' });
  const { postId } = await givenPost(app, { slug: 'note', serviceId: 'other' });
  const body = { slug: 'steps', label: 'Steps', postIds: [postId] };
  await user.call(adminPostGroupApi.create, { params: { serviceId: 'other' }, body });
  expect((await app.get('/api/posts/other/note/adjacent?group=steps')).status).toBe(200);
  expect((await app.get('/api/posts/news/note/adjacent?group=steps')).status).toBe(404);
});

test('isHiddenInList is returned with a valid preview token only', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { postId } = await createPost(user, { slug: 'hidden', status: 'publish' });
  const find = (query: string) => app.get(`/api/posts/news/hidden${query}`);
  const { previewToken } = await user.call(adminPostApi.find, { params: { serviceId: 'news', idOrSlug: postId } });
  expect((await find(`?token=${previewToken}`)).json).not.toHaveProperty('isHiddenInList');
  await user.send('POST', `/api/admin/posts/news/${postId}`, { body: { isHiddenInList: true } });
  expect((await find(`?token=${previewToken}`)).json).toMatchObject({ isHiddenInList: true });
  for (const query of ['', '?token=', '?token=00000000']) {
    const { status, json } = await find(query);
    expect(status).toBe(200);
    expect(json).not.toHaveProperty('isHiddenInList');
  }
});
