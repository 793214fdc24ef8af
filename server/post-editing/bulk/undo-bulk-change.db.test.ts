import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { adminCategoryApi } from '#contract/admin-categories.ts';
import { adminPostApi } from '#contract/admin-posts.ts';
import { adminTagApi } from '#contract/admin-tags.ts';
import { type BulkChange, bulkPostApi } from '#contract/bulk-posts.ts';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { deletedPostApi, postHistoryApi } from '#contract/post-history.ts';
import { deleteUser } from '#server/account/index.ts';
import { type TestApp, type TestAppOptions, testApp } from '#testing/app.ts';
import { testDatabase } from '#testing/database.ts';
import { givenCategory, givenPost } from '#testing/given.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { prunePosts } from '../../post-history/prune-posts.ts';

const UNDO = '/api/admin/posts/news/bulk/undo';
const SOME_ID = '01hzx3v9d0q8e7m2k4n6p8r1st';
const params = { serviceId: 'news' };

test('undo returns 400 without a valid undo id', async () => {
  const { user } = await givenPosts(0);
  for (const body of [{}, { undoId: 'note' }, { undoId: 7 }]) {
    expect((await user.send('POST', UNDO, { body })).json, JSON.stringify(body)).toMatchObject({
      errors: [{ field: 'undo_id' }],
    });
  }
});

test('undo returns 404 for an unknown change', async () => {
  const { user } = await givenPosts(0);
  expect((await user.send('POST', UNDO, { body: { undoId: SOME_ID } })).status).toBe(404);
});

test('bulk change without effect has no undo id', async () => {
  const { postIds, bulk } = await givenPosts(1);
  expect((await bulk({ action: 'unpublish', postIds })).undoId).toBeNull();
});

test('undo of publish restores drafts and records a revision', async () => {
  const { app, user, postIds, bulk, undo, find } = await givenPosts(2);
  const { undoId } = await bulk({ action: 'publish', postIds });
  app.clock.moveTo('2026-11-21T05:00:00Z');
  const undone = await undo(undoId);
  expect(undone).toEqual({
    items: postIds.map((postId) => ({ postId, revision: 3, status: 'draft' })),
    leftOut: [],
  });
  expect(await find(postIds[0])).toMatchObject({ status: 'draft', publishAt: null, effectiveAt: null });
  const history = await user.call(postHistoryApi.list, { params: { ...params, idOrSlug: postIds[0] } });
  expect(history.items.map(({ revision, kind }) => [revision, kind])).toEqual([
    [3, 'status'],
    [2, 'status'],
    [1, 'created'],
  ]);
  expect((await app.send('GET', '/api/posts/news')).json.items).toEqual([]);
  const files = await app.database.reader.selectFrom('staticFiles').select('dueAt').execute();
  expect(files.every(({ dueAt }) => dueAt !== null)).toBe(true);
});

test('undo of unpublish restores the former publish time', async () => {
  const { app, postIds, bulk, undo, find } = await givenPosts(1);
  await bulk({ action: 'publish', postIds });
  const before = await find(postIds[0]);
  app.clock.moveTo('2026-11-21T05:00:00Z');
  const { undoId } = await bulk({ action: 'unpublish', postIds });
  expect((await undo(undoId)).items).toMatchObject([{ status: 'published' }]);
  const { publishAt, effectiveAt } = before;
  expect(await find(postIds[0])).toMatchObject({ publishAt, effectiveAt, status: 'published' });
});

test('undo restores a reservation, or publishes when its time passed', async () => {
  const { app, user, postIds, bulk, undo } = await givenPosts(1);
  const body = { publishAt: '2026-11-21T05:07:00Z', status: 'reserve' };
  await user.call(adminPostApi.update, { params: { ...params, idOrSlug: postIds[0] }, body });
  const first = await bulk({ action: 'unpublish', postIds });
  expect((await undo(first.undoId)).items).toMatchObject([{ status: 'reserved' }]);
  const second = await bulk({ action: 'unpublish', postIds });
  app.clock.moveTo('2026-11-21T05:10:00Z');
  expect((await undo(second.undoId)).items).toMatchObject([{ status: 'published' }]);
});

test('undo restores the former category of each post', async () => {
  const { app, postIds, bulk, undo, find } = await givenPosts(2);
  for (const slug of ['events', 'reports']) await givenCategory(app, { serviceId: 'news', slug });
  await bulk({ action: 'move', postIds: [postIds[0]], category: 'reports' });
  const { undoId } = await bulk({ action: 'move', postIds, category: 'events' });
  expect((await undo(undoId)).items).toHaveLength(2);
  expect((await find(postIds[0])).categorySlug).toBe('reports');
  expect((await find(postIds[1])).categorySlug).toBeNull();
});

test('undo skips posts whose former category was deleted', async () => {
  const { app, user, postIds, bulk, undo, find } = await givenPosts(1);
  for (const slug of ['events', 'reports']) await givenCategory(app, { serviceId: 'news', slug });
  await bulk({ action: 'move', postIds, category: 'reports' });
  const { undoId } = await bulk({ action: 'move', postIds, category: 'events' });
  await user.call(adminCategoryApi.delete, { params: { ...params, slug: 'reports' } });
  const [leftOut] = (await undo(undoId)).leftOut;
  expect(leftOut).toEqual({ postId: postIds[0], title: expect.any(String), message: 'Category does not exist' });
  expect((await find(postIds[0])).categorySlug).toBe('events');
});

test('undo removes added tags and keeps earlier ones', async () => {
  const { postIds, bulk, undo, tagsOf } = await givenPosts(2);
  await bulk({ action: 'tag', postIds: [postIds[0]], tags: [{ label: '東京' }] });
  const { undoId } = await bulk({ action: 'tag', postIds, tags: [{ label: '東京' }, { label: 'new' }] });
  await undo(undoId);
  expect(await tagsOf(postIds[0])).toEqual(['東京']);
  expect(await tagsOf(postIds[1])).toEqual([]);
});

test('undo skips posts whose added tag was merged', async () => {
  const { user, postIds, bulk, undo, tagsOf } = await givenPosts(1);
  const { undoId } = await bulk({ action: 'tag', postIds, tags: [{ label: 'new' }] });
  const old = await user.call(adminTagApi.create, { params, body: { label: 'old' } });
  const made = (await user.call(adminTagApi.list, { params })).find(({ label }) => label === 'new');
  const merged = { params: { ...params, tagId: made?.tagId ?? '' }, body: { into: old.tagId } };
  await user.call(adminTagApi.merge, merged);
  expect(await undo(undoId)).toMatchObject({ items: [], leftOut: [{ message: 'Changed by somebody else' }] });
  expect(await tagsOf(postIds[0])).toEqual(['old']);
});

test('undo deletes tags created by the change unless in use', async () => {
  const { user, postIds, bulk, undo } = await givenPosts(2);
  const labels = async () => (await user.call(adminTagApi.list, { params })).map(({ label }) => label);
  await user.call(adminTagApi.create, { params, body: { label: 'before' } });
  const tags = ['before', 'made', 'shared'].map((label) => ({ label }));
  const { undoId } = await bulk({ action: 'tag', postIds: [postIds[0]], tags });
  await bulk({ action: 'tag', postIds: [postIds[1]], tags: [{ label: 'shared' }] });
  await undo(undoId);
  expect(await labels()).toEqual(['before', 'shared']);
});

test('deleting a user deletes their undo entries', async () => {
  const { app, user, postIds, bulk } = await givenPosts(1);
  await bulk({ action: 'publish', postIds });
  await app.database.writer.transaction().execute((trx) => deleteUser(trx, user.username));
  expect(await app.database.reader.selectFrom('bulkChanges').select('changeId').execute()).toEqual([]);
});

test('undo restores removed tags and recreates deleted ones', async () => {
  const { user, postIds, bulk, undo, tagsOf } = await givenPosts(1);
  await bulk({ action: 'tag', postIds, tags: [{ label: 'a' }, { label: 'b' }] });
  const { undoId } = await bulk({ action: 'untag', postIds, tags: [{ label: 'a' }] });
  const [tag] = await user.call(adminTagApi.list, { params });
  await user.call(adminTagApi.delete, { params: { ...params, tagId: tag?.tagId ?? '' } });
  await undo(undoId);
  expect(await tagsOf(postIds[0])).toEqual(['a', 'b']);
});

test('undo removes posts from groups and restores positions', async () => {
  const { user, postIds, bulk, undo } = await givenPosts(3);
  const [first, second, third] = postIds;
  const group = { ...params, slug: 'series' };
  const idsOfGroup = () => user.call(adminPostGroupApi.postIds, { params: group });
  await user.call(adminPostGroupApi.create, {
    params: group,
    body: { slug: 'series', label: 'Series', postIds: [second, first] },
  });
  const grouped = await bulk({ action: 'group', group: 'series', postIds });
  await undo(grouped.undoId);
  expect(await idsOfGroup()).toEqual([second, first]);
  await bulk({ action: 'group', group: 'series', postIds: [third] });
  const ungrouped = await bulk({ action: 'ungroup', group: 'series', postIds: [first, second] });
  expect((await undo(ungrouped.undoId)).items.map(({ postId }) => postId)).toEqual([first, second]);
  expect(await idsOfGroup()).toEqual([second, first, third]);
  const again = await bulk({ action: 'ungroup', group: 'series', postIds: [first, second] });
  await bulk({ action: 'group', group: 'series', postIds: [first] });
  const { items, leftOut } = await undo(again.undoId);
  expect([items.length, leftOut.map(({ postId, message }) => [postId, message])]).toEqual([
    1,
    [[first, 'Changed by somebody else']],
  ]);
  const last = await bulk({ action: 'ungroup', group: 'series', postIds });
  await user.call(adminPostGroupApi.delete, { params: group });
  expect((await undo(last.undoId)).leftOut.map(({ message }) => message)).toEqual(
    Array.from({ length: 3 }, () => 'Group does not exist'),
  );
});

test('undo restores deleted posts unless slug taken or already restored', async () => {
  const { app, user, postIds, bulk, undo, find } = await givenPosts(3);
  const { undoId } = await bulk({ action: 'delete', postIds });
  await givenPost(app, { slug: 'draft-1' });
  await user.call(deletedPostApi.restore, { params: { ...params, postId: postIds[2] }, body: {} });
  const { items, leftOut } = await undo(undoId);
  expect(items).toEqual([{ postId: postIds[0], revision: 2, status: 'draft' }]);
  expect(leftOut.map(({ postId, message }) => [postId, message])).toEqual([
    [postIds[1], 'Slug already used'],
    [postIds[2], 'Not Found'],
  ]);
  expect(await find(postIds[0])).toMatchObject({ slug: 'draft-0' });
  const { items: binned } = await user.call(deletedPostApi.list, { params });
  expect(binned.map(({ postId }) => postId)).toEqual([postIds[1]]);
});

test('undo skips posts that were restored and deleted again', async () => {
  const { user, postIds, bulk, undo } = await givenPosts(1);
  const { undoId } = await bulk({ action: 'delete', postIds });
  await user.call(deletedPostApi.restore, { params: { ...params, postId: postIds[0] }, body: {} });
  await user.call(adminPostApi.delete, { params: { ...params, idOrSlug: postIds[0] } });
  expect((await undo(undoId)).leftOut).toMatchObject([{ message: 'Changed by somebody else' }]);
});

test('undo skips posts saved or deleted since', async () => {
  const { app, user, postIds, bulk, undo, find } = await givenPosts(3);
  const { undoId } = await bulk({ action: 'publish', postIds });
  const body = { title: 'Another title' };
  await user.call(adminPostApi.update, { params: { ...params, idOrSlug: postIds[1] }, body });
  await user.call(adminPostApi.delete, { params: { ...params, idOrSlug: postIds[2] } });
  const { items, leftOut } = await undo(undoId);
  expect(items.map(({ postId }) => postId)).toEqual([postIds[0]]);
  expect(leftOut.map(({ postId, message }) => [postId, message])).toEqual([
    [postIds[1], 'Changed by somebody else'],
    [postIds[2], 'Not Found'],
  ]);
  expect((await find(postIds[1])).status).toBe('published');
  expect(app.logged).toContainEqual(expect.objectContaining({ msg: 'bulk change undone', undone: 1, leftOut: 2 }));
  const listed = await app.database.reader
    .selectFrom('auditLog')
    .select(['action', 'actor', 'serviceId', 'details'])
    .where('action', 'like', 'posts-%')
    .orderBy('entryId')
    .execute();
  expect(listed.map(({ details, ...entry }) => ({ ...entry, details: JSON.parse(details) }))).toEqual([
    {
      ...{ action: 'posts-changed', actor: user.username, serviceId: 'news' },
      details: { change: 'publish', changed: 3, unchanged: 0 },
    },
    {
      ...{ action: 'posts-changed-back', actor: user.username, serviceId: 'news' },
      details: { change: 'publish', changed: 1, unchanged: 2 },
    },
  ]);
});

test('undo works once, for its own account, within an hour', async () => {
  const { app, user, postIds, bulk, undo } = await givenPosts(1);
  const { undoId: old } = await bulk({ action: 'publish', postIds });
  const other = await givenUser(app);
  expect((await other.send('POST', UNDO, { body: { undoId: old } })).status).toBe(404);
  const admin = await givenUser(app, { role: 'admin', serviceIds: ['news', 'other'] });
  expect((await admin.send('POST', UNDO, { body: { undoId: old } })).status).toBe(404);
  await undo(old);
  expect((await user.send('POST', UNDO, { body: { undoId: old } })).status).toBe(404);
  const { undoId: late } = await bulk({ action: 'publish', postIds });
  app.clock.moveTo('2026-11-21T05:43:01Z');
  expect((await user.send('POST', UNDO, { body: { undoId: late } })).status).toBe(404);
});

test('keeps the last forty undo entries and prunes expired ones', async () => {
  const { app, postIds, bulk, undo } = await givenPosts(1);
  const ids: (string | null)[] = [];
  for (let turn = 0; turn < 21; turn += 1) {
    for (const action of ['publish', 'unpublish'] as const) ids.push((await bulk({ action, postIds })).undoId);
  }
  const remaining = () =>
    app.database.reader.selectFrom('bulkChanges').select('changeId').orderBy('changeId').execute();
  expect((await remaining()).map(({ changeId }) => changeId)).toEqual(ids.slice(-40));
  expect((await undo(ids.at(-1) ?? null)).items).toMatchObject([{ status: 'published' }]);
  const content = { history: { maxRevisions: 50, maxDays: 365 }, binDays: 30, previewDays: 30 };
  expect(await prunePosts({ ...app, content })).toMatchObject({ bulkChanges: 0 });
  app.clock.moveTo('2026-11-21T05:43:01Z');
  expect(await prunePosts({ ...app, content })).toMatchObject({ bulkChanges: 39 });
  expect(await remaining()).toEqual([]);
});

test('undo restores 500 deleted posts in one call', { tags: ['extended'] }, async () => {
  const { app, postIds: one, bulk, undo } = await givenPosts(1);
  const row = await app.database.reader.selectFrom('posts').selectAll().executeTakeFirstOrThrow();
  const ids = Array.from({ length: 499 }, (_, index) => String(index).padStart(26, '0'));
  const copies = ids.map((postId) => ({ ...row, postId, slug: `copy-${postId}` }));
  await app.database.writer.insertInto('posts').values(copies).execute();
  const { undoId } = await bulk({ action: 'delete', postIds: [...ids, ...one] });
  const { items, leftOut } = await undo(undoId);
  expect([items.length, leftOut]).toEqual([500, []]);
});

test('undo of a deletion sends few statements per post', async () => {
  const database = await testDatabase();
  let statements = 0;
  const countStatements: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1;
      return result;
    },
  };
  const counted = {
    reader: database.reader.withPlugin(countStatements),
    writer: database.writer.withPlugin(countStatements),
  };
  const { postIds, bulk, undo } = await givenPosts(12, { database: { ...database, ...counted } });
  const statementsToUndo = async (ids: readonly string[]) => {
    const { undoId } = await bulk({ action: 'delete', postIds: [...ids] });
    statements = 0;
    expect((await undo(undoId)).items).toHaveLength(ids.length);
    return statements;
  };
  const one = await statementsToUndo(postIds.slice(0, 1));
  expect(((await statementsToUndo(postIds)) - one) / 11).toBeLessThanOrEqual(17);
});

async function givenPosts(count: number, tools: TestAppOptions = {}) {
  const app: TestApp = await testApp(tools);
  const user: GivenUser = await givenUser(app);
  const made: string[] = [];
  for (let index = 0; index < count; index += 1) {
    made.push((await givenPost(app, { slug: `draft-${index}`, status: 'draft' })).postId);
  }
  const find = (idOrSlug: string) => user.call(adminPostApi.find, { params: { ...params, idOrSlug } });
  return {
    app,
    user,
    postIds: made as [string, string, string, ...string[]],
    find,
    bulk: (body: BulkChange) => user.call(bulkPostApi.change, { params, body }),
    undo: (undoId: string | null) => user.call(bulkPostApi.undo, { params, body: { undoId: undoId ?? '' } }),
    tagsOf: async (postId: string) => (await find(postId)).tags.map(({ label }) => label),
  };
}
