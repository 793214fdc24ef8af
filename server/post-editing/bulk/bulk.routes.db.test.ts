import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { type BulkChange, bulkPostApi } from '#contract/bulk-posts.ts';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { postApi } from '#contract/posts.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenCategory, givenPost } from '#testing/given.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';

const BULK = '/api/admin/posts/news/bulk';
const SOME_ID = '01hzx3v9d0q8e7m2k4n6p8r1st';

const badChanges: [string, object, string][] = [
  ['an unknown action', { action: 'archive', postIds: [SOME_ID] }, 'action'],
  ['no posts', { action: 'publish', postIds: [] }, 'post_ids'],
  ['a slug', { action: 'publish', postIds: ['note'] }, 'post_ids'],
  ['a post twice', { action: 'publish', postIds: [SOME_ID, SOME_ID] }, 'post_ids'],
  ['too many posts', { action: 'publish', postIds: ids(501) }, 'post_ids'],
  ['a move to nowhere', { action: 'move', postIds: [SOME_ID] }, 'category'],
  ['a move to an unknown category', { action: 'move', postIds: [SOME_ID], category: 'nothing' }, 'category'],
  ['no tags', { action: 'tag', postIds: [SOME_ID], tags: [] }, 'tags'],
  ['an empty tag', { action: 'untag', postIds: [SOME_ID], tags: [{ label: ' ' }] }, 'label'],
  ['an unknown tag', { action: 'tag', postIds: [SOME_ID], tags: [{ tagId: SOME_ID }] }, 'tags'],
  ['no group', { action: 'group', postIds: [SOME_ID] }, 'group'],
  ['an unknown group', { action: 'ungroup', postIds: [SOME_ID], group: 'nothing' }, 'group'],
];

test('bulk change returns 400 for invalid input', async () => {
  const { user } = await givenPosts(0);
  for (const [name, body, field] of badChanges) {
    const { status, json } = await user.send('POST', BULK, { body });
    expect(status, name).toBe(400);
    expect(
      json.errors.map((error: { field: string }) => error.field),
      name,
    ).toContain(field);
  }
});

const incomplete: [object, string[]][] = [
  [{ action: 'publish' }, ['post_ids']],
  [{ postIds: [SOME_ID] }, ['action']],
  [{ action: 'move', postIds: [SOME_ID] }, ['category']],
  [{ action: 'move' }, ['category', 'post_ids']],
  [{ action: 'tag', postIds: [SOME_ID] }, ['tags']],
];

test('bulk change reports each missing field', async () => {
  const { user } = await givenPosts(0);
  for (const [body, fields] of incomplete) {
    const { status, json } = await user.send('POST', BULK, { body });
    expect([status, json.message], JSON.stringify(body)).toEqual([400, 'Validation Failed']);
    const errors = json.errors.toSorted((one: { field: string }, other: { field: string }) =>
      one.field.localeCompare(other.field),
    );
    expect(errors, JSON.stringify(body)).toEqual(fields.map((field) => ({ field, message: 'Input required' })));
  }
});

test('bulk publish and unpublish record a revision per post', async () => {
  const { app, user, postIds, bulk, find } = await givenPosts(3);
  expect(await bulk({ action: 'publish', postIds })).toEqual({
    changed: 3,
    unchanged: 0,
    items: postIds.map((postId) => ({ postId, revision: 2, status: 'published' })),
    undoId: expect.stringMatching(/^[0-9a-z]{26}$/),
  });
  const listed = await app.call(postApi.list, { params: { serviceId: 'news' } });
  expect(listed.items.map(({ postId }) => postId).toSorted()).toEqual(postIds.toSorted());
  const revisions = await app.database.reader
    .selectFrom('postRevisions')
    .select(['postId', 'kind', 'savedBy'])
    .where('revision', '=', 2)
    .execute();
  expect(revisions).toHaveLength(3);
  expect(new Set(revisions.map(({ kind, savedBy }) => `${kind} ${savedBy}`))).toEqual(
    new Set([`status ${user.username}`]),
  );
  const [before, after] = [await find(postIds[0]), await bulk({ action: 'unpublish', postIds })];
  expect(after.items.map(({ status }) => status)).toEqual(['unpublished', 'unpublished', 'unpublished']);
  expect((await find(postIds[0])).previewToken).not.toBe(before.previewToken);
  expect(app.logged).toContainEqual(
    expect.objectContaining({ msg: 'posts changed in bulk', action: 'unpublish', changed: 3, actor: user.username }),
  );
});

test('posts already in the wanted state count as unchanged', async () => {
  const { postIds, bulk, setStatus } = await givenPosts(3);
  await setStatus(postIds[1], 'publish');
  const published = await bulk({ action: 'publish', postIds });
  expect([published.changed, published.unchanged]).toEqual([2, 1]);
  expect(published.items.map(({ revision }) => revision)).toEqual([2, 2, 2]);
  const again = await bulk({ action: 'publish', postIds });
  expect([again.changed, again.unchanged]).toEqual([0, 3]);
});

test('bulk publish reserves posts with a future time', async () => {
  const { user, postIds, bulk } = await givenPosts(1);
  const body = { publishAt: '2026-11-21T10:07:00Z' };
  await user.call(adminPostApi.update, { params: { serviceId: 'news', idOrSlug: postIds[0] }, body });
  expect((await bulk({ action: 'publish', postIds })).items).toMatchObject([{ status: 'reserved' }]);
});

test('bulk move sets and clears the category', async () => {
  const { app, postIds, bulk, find } = await givenPosts(2);
  await givenCategory(app, { serviceId: 'news', slug: 'events' });
  expect(await bulk({ action: 'move', postIds, category: 'events' })).toMatchObject({ changed: 2, unchanged: 0 });
  expect((await find(postIds[1])).categorySlug).toBe('events');
  expect(await bulk({ action: 'move', postIds, category: 'events' })).toMatchObject({ changed: 0, unchanged: 2 });
  expect(await bulk({ action: 'move', postIds, category: '' })).toMatchObject({ changed: 2 });
  expect((await find(postIds[1])).categorySlug).toBe(null);
});

test('bulk tag adds tags, bulk untag removes them', async () => {
  const { postIds, bulk, tagsOf } = await givenPosts(2);
  await bulk({ action: 'tag', postIds: [postIds[0]], tags: [{ label: '東京' }] });
  const both = await bulk({ action: 'tag', postIds, tags: [{ label: '東京' }, { label: 'new' }] });
  expect(both).toMatchObject({ changed: 2 });
  expect(await tagsOf(postIds[0])).toEqual(['new', '東京']);
  expect(await tagsOf(postIds[1])).toEqual(['new', '東京']);
  expect(await bulk({ action: 'tag', postIds, tags: [{ label: 'new' }] })).toMatchObject({ changed: 0, unchanged: 2 });
  await bulk({ action: 'untag', postIds, tags: [{ label: '東京' }, { label: 'unheard of' }] });
  expect(await tagsOf(postIds[0])).toEqual(['new']);
  expect(await bulk({ action: 'untag', postIds, tags: [{ label: 'unheard of' }] })).toMatchObject({ unchanged: 2 });
});

test('bulk group appends posts in order, ungroup removes them', async () => {
  const { user, postIds, bulk, find } = await givenPosts(3);
  const params = { serviceId: 'news', slug: 'series' };
  const [first, second, third] = postIds;
  const body = { slug: 'series', label: 'Series', postIds: [second] };
  await user.call(adminPostGroupApi.create, { params, body });
  const grouped = await bulk({ action: 'group', group: 'series', postIds: [third, second, first] });
  expect(grouped).toMatchObject({ changed: 2, unchanged: 1 });
  expect(grouped.items.map(({ revision }) => revision)).toEqual([1, 1, 1]);
  expect(await user.call(adminPostGroupApi.postIds, { params })).toEqual([second, third, first]);
  expect((await find(third)).groups).toEqual([{ slug: 'series', label: 'Series' }]);
  expect(await bulk({ action: 'ungroup', group: 'series', postIds: [first, second] })).toMatchObject({ changed: 2 });
  expect(await user.call(adminPostGroupApi.postIds, { params })).toEqual([third]);
});

test('bulk delete moves posts to the bin', async () => {
  const { app, user, postIds, bulk } = await givenPosts(2);
  const deleted = await bulk({ action: 'delete', postIds });
  expect(deleted).toMatchObject({ changed: 2, items: postIds.map((postId) => ({ postId, status: 'draft' })) });
  expect((await user.send('GET', `/api/admin/posts/news/${postIds[0]}`)).status).toBe(404);
  const binned = await app.database.reader.selectFrom('deletedPosts').select(['postId', 'deletedBy']).execute();
  expect(binned.map(({ postId }) => postId).toSorted()).toEqual(postIds.toSorted());
  expect(binned[0]?.deletedBy).toBe(user.username);
});

test('one failing post rejects the bulk change with reasons', async () => {
  const { app, user, postIds, find } = await givenPosts(2);
  const other = await givenPost(app, { serviceId: 'other', slug: 'theirs' });
  const body = { action: 'publish', postIds: [postIds[0], SOME_ID, other.postId, postIds[1]] };
  const { status, json } = await user.send('POST', BULK, { body });
  expect(status).toBe(400);
  expect(json).toEqual({
    message: 'Some posts cannot be changed',
    reasons: [
      { postId: SOME_ID, message: 'Not Found' },
      { postId: other.postId, message: 'PostId is invalid' },
    ],
  });
  for (const postId of postIds) expect(await find(postId)).toMatchObject({ status: 'draft', revision: 1 });
});

test('too many tags reject the bulk change and create none', async () => {
  const { app, user, postIds, bulk, tagsOf } = await givenPosts(2);
  const tags = Array.from({ length: 30 }, (_, index) => ({ label: `tag ${index}` }));
  await bulk({ action: 'tag', postIds: [postIds[1]], tags });
  const { json } = await user.send('POST', BULK, { body: { action: 'tag', postIds, tags: [{ label: 'one more' }] } });
  expect(json.reasons).toEqual([{ postId: postIds[1], message: 'Too many tags' }]);
  expect(await tagsOf(postIds[0])).toEqual([]);
  const created = await app.database.reader
    .selectFrom('tags')
    .select('label')
    .where('label', '=', 'one more')
    .execute();
  expect(created).toEqual([]);
});

test('lists the ids of matching posts, page by page', async () => {
  const { app, user, postIds } = await givenPosts(3);
  await givenPost(app, { slug: 'live' });
  await givenPost(app, { slug: 'theirs', serviceId: 'other', status: 'draft' });
  const params = { serviceId: 'news' };
  const query = { status: 'draft', sort: 'title', order: 'asc', count: 2 } as const;
  const first = await user.call(bulkPostApi.matching, { params, query });
  const pagerKey = JSON.stringify(first.pagerKey);
  const last = await user.call(bulkPostApi.matching, { params, query: { ...query, pagerKey } });
  expect([...first.items, ...last.items]).toEqual(postIds.toSorted());
  expect(last.pagerKey).toBeNull();
  const { items } = await user.call(bulkPostApi.matching, { params, query: { q: 'draft-1' } });
  expect(items).toEqual([postIds[1]]);
  const { status, json } = await user.send('GET', `${BULK}/matching?tag=none`);
  expect([status, json.message]).toEqual([404, 'Tag does not exist']);
  expect((await user.send('GET', `${BULK}/matching?count=2501`)).status).toBe(400);
});

test('changes 500 posts in one call', { tags: ['extended'] }, async () => {
  const { app, postIds: one, bulk } = await givenPosts(1);
  await givenCategory(app, { serviceId: 'news', slug: 'events' });
  const row = await app.database.reader.selectFrom('posts').selectAll().executeTakeFirstOrThrow();
  const copies = ids(499).map((postId) => ({ ...row, postId, slug: `copy-${postId}` }));
  await app.database.writer.insertInto('posts').values(copies).execute();
  const postIds = [...ids(499), ...one];
  const { items, undoId: _undoId, ...counts } = await bulk({ action: 'move', postIds, category: 'events' });
  expect(counts).toEqual({ changed: 500, unchanged: 0 });
  expect(items.map(({ postId }) => postId)).toEqual(postIds);
});

function ids(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index).padStart(26, '0'));
}

async function givenPosts(count: number) {
  const app: TestApp = await testApp();
  const user: GivenUser = await givenUser(app);
  const created: string[] = [];
  for (let index = 0; index < count; index += 1) {
    created.push((await givenPost(app, { slug: `draft-${index}`, status: 'draft' })).postId);
  }
  const params = { serviceId: 'news' };
  const find = (idOrSlug: string) => user.call(adminPostApi.find, { params: { ...params, idOrSlug } });
  return {
    app,
    user,
    postIds: created as [string, string, string, ...string[]],
    find,
    bulk: (body: BulkChange) => user.call(bulkPostApi.change, { params, body }),
    setStatus: (idOrSlug: string, status: string) =>
      user.call(adminPostApi.setStatus, { params: { ...params, idOrSlug }, body: { status } }),
    tagsOf: async (postId: string) => (await find(postId)).tags.map(({ label }) => label),
  };
}
