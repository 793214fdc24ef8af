import { expect, test } from 'vitest';
import type { Method } from '#contract/endpoint.ts';
import { adminPostGroupApi, MAX_POSTS_OF_GROUP } from '#contract/post-groups.ts';
import { MAX_GROUPS } from '#contract/posts.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';

const NOBODY = '0'.repeat(26);
const groups = '/api/admin/posts/news/groups';
const params = { serviceId: 'news', slug: 'steps' };

async function givenGroup(app: TestApp, postIds: string[] = []): Promise<GivenUser> {
  const user = await givenUser(app);
  await user.call(adminPostGroupApi.create, {
    params: { serviceId: 'news' },
    body: { slug: 'steps', label: 'First steps', postIds },
  });
  return user;
}

async function givenPosts(app: TestApp, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await givenPost(app)).postId);
  return ids;
}

async function revisionOf({ database }: TestApp): Promise<number | undefined> {
  const row = await database.reader
    .selectFrom('services')
    .select('revision')
    .where('serviceId', '=', 'news')
    .executeTakeFirst();
  return row?.revision;
}

const rejected: [string, string, unknown, [string, string][]][] = [
  ['an empty label', groups, { slug: 'a', label: ' ' }, [['label', 'empty values not allowed']]],
  ['a slug in capitals', groups, { slug: 'Steps', label: 'x' }, [['slug', 'InvalidInput']]],
  ['a slug that looks like an id', groups, { slug: NOBODY, label: 'x' }, [['slug', 'InvalidInput']]],
  ['the slug of a path', groups, { slug: 'create', label: 'x' }, [['slug', 'InvalidInput']]],
  ['the slug of another path', groups, { slug: 'slug', label: 'x' }, [['slug', 'InvalidInput']]],
  ['a long slug', groups, { slug: 'a'.repeat(129), label: 'x' }, [['slug', 'InvalidInput']]],
  ['ids that are none', groups, { slug: 'a', label: 'x', postIds: ['x'] }, [['post_ids', 'InvalidInput']]],
  ['unknown posts', groups, { slug: 'a', label: 'x', postIds: [NOBODY] }, [['post_ids', 'InvalidInput']]],
  ['a post twice', groups, { slug: 'a', label: 'x', postIds: [NOBODY, NOBODY] }, [['post_ids', 'duplicated']]],
  ['another slug', `${groups}/steps`, { slug: 'other' }, [['slug', 'InvalidInput']]],
  ['unknown posts', `${groups}/steps`, { postIds: [NOBODY] }, [['post_ids', 'InvalidInput']]],
  ['no post', `${groups}/steps/post-ids`, { isRegister: 1 }, [['post_id', 'Input required']]],
  ['no direction', `${groups}/steps/post-ids`, { postId: NOBODY }, [['is_register', 'Input required']]],
];

test('invalid group fields return 400 with the field', async () => {
  const app = await testApp();
  const { send } = await givenGroup(app);
  for (const [name, url, body, errors] of rejected) {
    const { status, json } = await send('POST', url, { body });
    const fieldErrors = json.errors.map(({ field, message }: { field: string; message: string }) => [field, message]);
    expect([status, json.message, fieldErrors], name).toEqual([400, 'Validation Failed', errors]);
  }
});

test('too many posts or posts of another service are rejected', async () => {
  const app = await testApp();
  const { send } = await givenGroup(app);
  const postIds = Array.from({ length: MAX_POSTS_OF_GROUP + 1 }, (_, index) => String(index).padStart(26, '0'));
  expect((await send('POST', `${groups}/steps`, { body: { postIds } })).json.errors).toMatchObject([
    { field: 'post_ids', message: 'InvalidInput' },
  ]);
  const { postId } = await givenPost(app, { serviceId: 'other' });
  expect((await send('POST', `${groups}/steps`, { body: { postIds: [postId] } })).status).toBe(400);
  const { status, json } = await send('POST', `${groups}/steps/post-ids`, { body: { postId, isRegister: 1 } });
  expect([status, json]).toEqual([404, { message: 'Post not Found' }]);
});

test('stale post ids return 409 with the current group', async () => {
  const app = await testApp();
  const [first = '', second = '', third = ''] = await givenPosts(app, 3);
  const { send } = await givenGroup(app, [first, second]);
  const url = `${groups}/steps`;
  const turned = await send('POST', url, { body: { postIds: [second, first], formerPostIds: [first, second] } });
  expect([turned.status, turned.json.postIds]).toEqual([200, [second, first]]);
  await send('POST', `${url}/post-ids`, { body: { postId: third, isRegister: 1 } });
  const late = await send('POST', url, { body: { postIds: [first, second], formerPostIds: [second, first] } });
  expect([late.status, late.json.message]).toEqual([409, 'Changed by somebody else']);
  expect(late.json.current).toMatchObject({ slug: 'steps', postIds: [second, first, third] });
  expect((await send('GET', `${url}/post-ids`)).json).toEqual([second, first, third]);
});

test('group list has post counts with or without ids', async () => {
  const app = await testApp();
  const postIds = await givenPosts(app, 2);
  const { send } = await givenGroup(app, postIds);
  await send('POST', groups, { body: { slug: 'empty', label: 'Empty' } });
  const counts = (list: { slug: string; postCount: number; postIds?: string[] }[]) =>
    Object.fromEntries(list.map((group) => [group.slug, [group.postCount, group.postIds]]));
  expect(counts((await send('GET', groups)).json)).toEqual({ steps: [2, postIds], empty: [0, undefined] });
  const bare = (await send('GET', `${groups}?withPostIds=0`)).json;
  expect(counts(bare)).toEqual({ steps: [2, undefined], empty: [0, undefined] });
});

test('unknown group returns 404 on every route', async () => {
  const app = await testApp();
  await givenService(app, { serviceId: 'news' });
  const { send } = await givenUser(app);
  const calls: [method: Method, end: string, body?: object][] = [
    ['GET', ''],
    ['HEAD', ''],
    ['POST', '', { label: 'Other' }],
    ['GET', '/post-ids'],
    ['POST', '/post-ids', { postId: NOBODY, isRegister: 1 }],
    ['DELETE', ''],
  ];
  for (const [method, end, body] of calls) {
    const { status, json } = await send(method, `${groups}/steps${end}`, { body });
    expect(status, `${method} ${end}`).toBe(404);
    if (method !== 'HEAD') expect(json).toEqual({ message: 'Group does not exist' });
  }
});

test('create returns the new group and find returns it again', async () => {
  const app = await testApp();
  const { call, send } = await givenUser(app);
  const ids = await givenPosts(app, 3);
  const postIds = ids.toReversed();
  const group = await call(adminPostGroupApi.create, {
    params: { serviceId: 'news' },
    body: { slug: 'steps', label: ' First steps ', postIds },
  });
  const at = '2026-11-21T04:43:00Z';
  const times = { createdAt: at, updatedAt: at };
  const stored = { serviceId: 'news', slug: 'steps', label: 'First steps', postIds, revision: 1, ...times };
  expect(group).toEqual(stored);
  expect(await call(adminPostGroupApi.find, { params })).toEqual(stored);
  expect(await call(adminPostGroupApi.postIds, { params })).toEqual(postIds);
  expect((await send('HEAD', `${groups}/steps`)).text).toBe('');
  expect(app.logged).toContainEqual(expect.objectContaining({ msg: 'post group created', group: 'steps' }));
});

test('group slug is unique within its service only', async () => {
  const app = await testApp();
  const { call, send } = await givenGroup(app);
  const again = await send('POST', groups, { body: { slug: 'steps', label: 'Again' } });
  expect([again.status, again.json]).toEqual([
    400,
    { message: 'Already in use', errors: [{ field: 'slug', message: 'Already in use' }] },
  ]);
  expect((await call(adminPostGroupApi.find, { params })).label).toBe('First steps');
  const isFree = (slug: string) =>
    call(adminPostGroupApi.isSlugFree, { params: { serviceId: 'news' }, query: { slug } });
  expect([await isFree('steps'), await isFree('other'), await isFree('create')]).toEqual([false, true, false]);
  expect((await send('GET', `${groups}/slug?slug=${NOBODY}`)).status).toBe(400);
  expect((await send('GET', `${groups}/slug?slug=A`)).status).toBe(400);
  const elsewhere = await givenUser(app, { serviceIds: ['other'] });
  const taken = await elsewhere.send('POST', '/api/admin/posts/other/groups', { body: { slug: 'steps', label: 'x' } });
  expect(taken.status).toBe(200);
});

test('groups are listed by last change', async () => {
  const app = await testApp();
  const ids = await givenPosts(app, 2);
  const { call } = await givenGroup(app, ids);
  app.clock.moveTo('2026-11-21T04:44:00Z');
  await call(adminPostGroupApi.create, { params: { serviceId: 'news' }, body: { slug: 'new', label: 'New' } });
  const all = await call(adminPostGroupApi.list, { params });
  expect(all.map(({ slug }) => slug)).toEqual(['new', 'steps']);
  expect(all[0]).not.toHaveProperty('postIds');
  expect(all[1]?.postIds).toEqual(ids);
  const oldest = await call(adminPostGroupApi.list, { params, query: { order: 'asc' } });
  expect(oldest.map(({ slug }) => slug)).toEqual(['steps', 'new']);
});

test('post details of a group include drafts in group order', async () => {
  const app = await testApp();
  const [first = ''] = await givenPosts(app, 1);
  const { postId: draft } = await givenPost(app, { status: 'draft' });
  const { send, call } = await givenGroup(app, [draft, first]);
  const { json } = await send('GET', `${groups}/steps?withPostDetail=1`);
  expect(json.posts.map(({ postId }: { postId: string }) => postId)).toEqual([draft, first]);
  expect(json.posts[0]).toMatchObject({ publishAt: null, status: 'draft' });
  expect(json.posts[0]).not.toHaveProperty('body');
  await call(adminPostGroupApi.update, { params, body: { postIds: [] } });
  expect((await send('GET', `${groups}/steps?withPostDetail=1`)).json.posts).toEqual([]);
});

test('group change updates its time, unchanged values do not', async () => {
  const app = await testApp();
  const ids = await givenPosts(app, 3);
  const { call } = await givenGroup(app, ids);
  const before = (await revisionOf(app)) ?? 0;
  app.clock.moveTo('2026-11-21T04:50:00Z');
  const same = await call(adminPostGroupApi.update, { params, body: { slug: 'steps', label: 'First steps' } });
  expect(same.updatedAt).toBe('2026-11-21T04:43:00Z');
  const renamed = await call(adminPostGroupApi.update, { params, body: { slug: 'steps', label: 'Second steps' } });
  expect(renamed).toMatchObject({ label: 'Second steps', postIds: ids, updatedAt: '2026-11-21T04:50:00Z' });
  app.clock.moveTo('2026-11-21T04:51:00Z');
  const reordered = await call(adminPostGroupApi.update, { params, body: { postIds: ids.toReversed() } });
  expect(reordered).toMatchObject({ postIds: ids.toReversed(), updatedAt: '2026-11-21T04:51:00Z' });
  expect(await revisionOf(app)).toBeGreaterThan(before + 1);
});

test('register appends a post and unregister removes it', async () => {
  const app = await testApp();
  const [first = '', second = '', third = ''] = await givenPosts(app, 3);
  const { send, call } = await givenGroup(app, [first, second]);
  const register = async (postId: string, isRegister: unknown) =>
    (await send('POST', `${groups}/steps/post-ids`, { body: { postId, isRegister } })).json;
  app.clock.moveTo('2026-11-21T04:50:00Z');
  expect(await register(third, 1)).toEqual([first, second, third]);
  expect(await register(third, true)).toEqual({ message: 'Already Registered' });
  expect(await register(first, '0')).toEqual([second, third]);
  expect(await register(first, false)).toEqual({ message: 'Already Unregistered' });
  expect(await register(first, 'true')).toEqual([second, third, first]);
  expect(await register(NOBODY, 0)).toEqual({ message: 'Post not Found' });
  expect((await call(adminPostGroupApi.find, { params })).updatedAt).toBe('2026-11-21T04:50:00Z');
});

test('post can be in many groups and survives their deletion', async () => {
  const app = await testApp();
  const { postId, slug } = await givenPost(app);
  const { call, send } = await givenGroup(app, [postId]);
  await call(adminPostGroupApi.create, {
    params: { serviceId: 'news' },
    body: { slug: 'other', label: 'Other', postIds: [postId] },
  });
  const post = await send('GET', `/api/admin/posts/news/${slug}`);
  expect(post.json.groups).toEqual([
    { slug: 'steps', label: 'First steps' },
    { slug: 'other', label: 'Other' },
  ]);
  expect(await call(adminPostGroupApi.delete, { params })).toBeNull();
  expect((await send('GET', `/api/admin/posts/news/${slug}`)).json.groups).toEqual([{ slug: 'other', label: 'Other' }]);
  expect((await send('DELETE', `${groups}/steps`)).status).toBe(404);
});

test('concurrent group changes are all applied without duplicates', async () => {
  const app = await testApp();
  const ids = await givenPosts(app, 6);
  const { call, send } = await givenGroup(app, ids.slice(0, 3));
  const answers = await Promise.all([
    ...ids
      .slice(3)
      .flatMap((postId) =>
        [1, 1].map(() => send('POST', `${groups}/steps/post-ids`, { body: { postId, isRegister: 1 } })),
      ),
    send('POST', `${groups}/steps/post-ids`, { body: { postId: ids[0], isRegister: 0 } }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 400, 400, 400]);
  const { postIds } = await call(adminPostGroupApi.find, { params });
  expect(postIds.slice(0, 2)).toEqual(ids.slice(1, 3));
  expect(postIds.toSorted()).toEqual(ids.slice(1).toSorted());
});

test('enforces maximum numbers of groups and of posts per group', async () => {
  const app = await testApp();
  const { call, send } = await givenGroup(app);
  const { postId } = await givenPost(app);
  const createdAt = '2026-11-21T04:43:00Z';
  const { writer } = app.database;
  const [group] = await writer.selectFrom('postGroups').selectAll().execute();
  const rows = Array.from({ length: MAX_GROUPS - 1 }, (_, index) => ({
    ...{ groupId: String(index).padStart(26, '0'), serviceId: 'news', slug: `group-${index}`, label: 'x' },
    ...{ createdAt, updatedAt: createdAt },
  }));
  await writer.insertInto('postGroups').values(rows).execute();
  const rejected = await send('POST', groups, { body: { slug: 'one-more', label: 'x' } });
  expect([rejected.status, rejected.json]).toEqual([400, { message: 'Too many groups' }]);
  expect(await call(adminPostGroupApi.list, { params })).toHaveLength(MAX_GROUPS);

  const stored = await writer.selectFrom('posts').selectAll().where('postId', '=', postId).executeTakeFirstOrThrow();
  const ids = Array.from({ length: MAX_POSTS_OF_GROUP }, (_, index) => String(index).padStart(26, '0'));
  for (let start = 0; start < ids.length; start += 500) {
    const some = ids.slice(start, start + 500);
    await writer
      .insertInto('posts')
      .values(some.map((id) => ({ ...stored, postId: id, slug: id, contentId: id })))
      .execute();
  }
  const full = await call(adminPostGroupApi.update, { params, body: { postIds: ids } });
  expect(full.postIds).toHaveLength(MAX_POSTS_OF_GROUP);
  expect(group?.slug).toBe('steps');
  const added = await send('POST', `${groups}/steps/post-ids`, { body: { postId, isRegister: 1 } });
  expect([added.status, added.json]).toEqual([400, { message: 'Too many posts in the group' }]);
});
