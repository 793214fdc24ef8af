import { expect, test } from 'vitest';
import type { RequestOf, ResponseOf } from '#contract/endpoint.ts';
import { adminPostGroupApi, MAX_POSTS_OF_GROUP, postGroupApi } from '#contract/post-groups.ts';
import { postApi } from '#contract/posts.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';

type Query = RequestOf<typeof postGroupApi.find>['query'];
const params = { serviceId: 'news', slug: 'steps' };

async function givenGroup({ call }: GivenUser, postIds: string[], slug = 'steps') {
  return call(adminPostGroupApi.create, {
    params: { serviceId: 'news' },
    body: { slug, label: 'First steps', postIds },
  });
}

async function givenPosts(app: TestApp, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await givenPost(app, { slug: `step-${index}` })).postId);
  return ids;
}

const idsOf = (posts: ResponseOf<typeof postGroupApi.find>['posts']) => posts?.map(({ postId }) => postId);

test('unknown service and unknown group return 404', async () => {
  const app = await testApp();
  await givenService(app, { serviceId: 'news' });
  for (const url of ['/api/posts/nowhere/groups', '/api/posts/nowhere/groups/steps']) {
    const { status, json } = await app.get(url);
    expect([status, json]).toEqual([404, { message: 'ServiceId does not exist' }]);
  }
  const { status, json } = await app.get('/api/posts/news/groups/steps');
  expect([status, json]).toEqual([404, { message: 'Not Found' }]);
});

test('group lists published posts in group order', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const [first = '', second = '', hidden = ''] = await givenPosts(app, 3);
  const { postId: draft } = await givenPost(app, { status: 'draft' });
  const { postId: later } = await givenPost(app, { publishAt: new Date('2026-11-21T05:00:00Z') });
  await user.send('POST', `/api/admin/posts/news/${hidden}`, { body: { isHiddenInList: true } });
  await givenGroup(user, [later, second, draft, hidden, first]);
  const group = await app.call(postGroupApi.find, { params });
  expect(group).toMatchObject({ serviceId: 'news', slug: 'steps', label: 'First steps', postIds: [second, first] });
  expect(idsOf(group.posts)).toEqual([second, first]);
  expect(group.posts?.[0]).toMatchObject({ slug: 'step-1', bodyHtml: '<p>Some <em>text</em>.</p>' });
  expect(group.posts?.[0]).not.toHaveProperty('previewToken');
  expect([group.pagerKey, group.pageToken]).toEqual([null, null]);
  app.clock.moveTo('2026-11-21T05:00:00Z');
  expect((await app.call(postGroupApi.find, { params })).postIds).toEqual([later, second, first]);
  const { items } = await app.call(postGroupApi.list, { params });
  expect(items).toEqual([
    {
      ...{ serviceId: 'news', slug: 'steps', label: 'First steps', postIds: [later, second, first] },
      ...{ createdAt: '2026-11-21T04:43:00Z', updatedAt: '2026-11-21T04:43:00Z' },
    },
  ]);
});

test('groups tell their number of visible posts on request', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const ids = await givenPosts(app, 2);
  const { postId: later } = await givenPost(app, { publishAt: new Date('2026-11-21T05:00:00Z') });
  await givenGroup(user, [...ids, later]);
  await givenGroup(user, [], 'empty');
  const counts = async () => {
    const { items } = await app.call(postGroupApi.list, { params, query: { withPostCount: '1' } });
    return Object.fromEntries(items.map(({ slug, postCount }) => [slug, postCount]));
  };
  expect(await counts()).toEqual({ steps: 2, empty: 0 });
  app.clock.moveTo('2026-11-21T05:00:00Z');
  expect(await counts()).toEqual({ steps: 3, empty: 0 });
});

test('group without listed posts omits posts and ids', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { postId } = await givenPost(app, { status: 'draft' });
  await givenGroup(user, [postId]);
  const { json } = await app.get('/api/posts/news/groups/steps?withPostDetail=1');
  expect(json).not.toHaveProperty('posts');
  expect(json).not.toHaveProperty('postIds');
  expect((await app.get('/api/posts/news/groups')).json.items[0]).not.toHaveProperty('postIds');
});

test('posts of a group are paged in both orders', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const ids = await givenPosts(app, 7);
  const order = ids.toReversed();
  await givenGroup(user, order);
  const first = await app.call(postGroupApi.find, { params });
  expect([first.postIds, idsOf(first.posts)]).toEqual([order.slice(0, 5), order.slice(0, 5)]);
  for (const form of ['pagerKey', 'pageToken'] as const) {
    expect(await readAll(app, { order: 'asc', count: 3 }, form)).toEqual(order);
    expect(await readAll(app, { order: 'desc', count: 3 }, form)).toEqual(ids);
  }
  const { posts } = await app.call(postGroupApi.find, { params, query: { withBody: '0' } });
  expect(posts?.[0]).not.toHaveProperty('body');
});

test('page has total post count and start number', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const ids = await givenPosts(app, 5);
  const { postId: draft } = await givenPost(app, { status: 'draft' });
  await givenGroup(user, [draft, ...ids]);
  await givenGroup(user, [draft], 'drafts');
  const read = (query: NonNullable<Query>) => app.call(postGroupApi.find, { params, query });
  const first = await read({ count: 2 });
  expect(first).toMatchObject({ postCount: 5, startNumber: 1 });
  expect(await read({ count: 2, pageToken: first.pageToken ?? '' })).toMatchObject({ postCount: 5, startNumber: 3 });
  expect(await read({ count: 2, order: 'desc' })).toMatchObject({ postCount: 5, startNumber: 5 });
  const empty = await app.call(postGroupApi.find, { params: { ...params, slug: 'drafts' } });
  expect(empty.postCount).toBe(0);
  expect(empty).not.toHaveProperty('startNumber');
});

async function readAll({ call }: TestApp, query: Query, form: 'pagerKey' | 'pageToken'): Promise<string[]> {
  const ids: string[] = [];
  for (let more: Query = {}; ; ) {
    const page: ResponseOf<typeof postGroupApi.find> = await call(postGroupApi.find, {
      params,
      query: { ...query, ...more },
    });
    const { postIds = [], pagerKey, pageToken } = page;
    ids.push(...postIds);
    if (!pagerKey || !pageToken) return ids;
    more = form === 'pagerKey' ? { pagerKey: JSON.stringify(pagerKey) } : { pageToken };
  }
}

test('groups are paged by their last change', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  for (const [index, slug] of ['one', 'two', 'three', 'four'].entries()) {
    app.clock.moveTo(`2026-11-21T04:5${Math.floor(index / 2)}:00Z`);
    await givenGroup(user, [], slug);
  }
  app.clock.moveTo('2026-11-21T05:00:00Z');
  await user.call(adminPostGroupApi.update, { params: { serviceId: 'news', slug: 'one' }, body: { label: 'Changed' } });
  for (const order of ['asc', 'desc'] as const) {
    const slugs: string[] = [];
    for (let pageToken = ''; ; ) {
      const page = await app.call(postGroupApi.list, { params, query: { order, count: 1, pageToken } });
      slugs.push(...page.items.map(({ slug }) => slug));
      if (page.pageToken === null) break;
      pageToken = page.pageToken;
    }
    const [first, last] = order === 'asc' ? [slugs[0], slugs[3]] : [slugs[3], slugs[0]];
    expect([slugs.toSorted(), first, last]).toEqual([['four', 'one', 'three', 'two'], 'two', 'one']);
  }
});

test('pager keys of another list or group return 400', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenGroup(user, await givenPosts(app, 2));
  await givenGroup(user, [], 'other');
  const { pagerKey } = await app.call(postGroupApi.find, { params, query: { count: 1 } });
  const key = encodeURIComponent(JSON.stringify(pagerKey));
  expect((await app.get(`/api/posts/news/groups/other?pagerKey=${key}`)).status).toBe(400);
  expect((await app.get(`/api/posts/news/groups?pagerKey=${key}`)).status).toBe(400);
});

test('post lists its groups and deletion removes it from them', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const [first = '', second = ''] = await givenPosts(app, 2);
  await givenGroup(user, [first, second]);
  await givenGroup(user, [first], 'other');
  const post = await app.call(postApi.find, { params: { serviceId: 'news', slug: 'step-0' } });
  expect(post.groups?.map(({ slug }) => slug)).toEqual(['other', 'steps']);
  await user.send('DELETE', `/api/admin/posts/news/${first}`);
  expect((await app.call(postGroupApi.find, { params })).postIds).toEqual([second]);
  expect(await user.call(adminPostGroupApi.postIds, { params: { serviceId: 'news', slug: 'other' } })).toEqual([]);
});

test('group list names the first 50 posts unless disabled', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const ids = await givenPosts(app, 52);
  await givenGroup(user, ids);
  const { items } = await app.call(postGroupApi.list, { params });
  expect(items[0]?.postIds).toEqual(ids.slice(0, 50));
  const bare = await app.call(postGroupApi.list, { params, query: { isUsed: '1', withPostIds: '0' } });
  expect(bare.items).toEqual([expect.objectContaining({ slug: 'steps' })]);
  expect(bare.items[0]).not.toHaveProperty('postIds');
  expect(ids.length).toBeLessThan(MAX_POSTS_OF_GROUP);
});
