import { expect, test } from 'vitest';
import { adminCommentApi } from '#contract/admin-comments.ts';
import { adminPostApi } from '#contract/admin-posts.ts';
import { auditApi } from '#contract/audit.ts';
import type { RequestOf, ResponseOf } from '#contract/endpoint.ts';
import { createVault } from '#server/platform/vault.ts';
import { TEST_SECRET, type TestApp, testApp } from '#testing/app.ts';
import { testDatabase } from '#testing/database.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { givenApiKey } from '#testing/given-api-key.ts';
import { givenComment } from '#testing/given-comment.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { watchQueries } from '#testing/watched-queries.ts';
import { sealOrigin } from '../comment.presenter.ts';

type Query = RequestOf<typeof adminCommentApi.list>['query'];
const params = { serviceId: 'news' };
const MISSING = '0'.repeat(26);

async function list({ call }: GivenUser, query: Query = {}): Promise<ResponseOf<typeof adminCommentApi.list>> {
  return call(adminCommentApi.list, { params, query });
}

async function readAll(user: GivenUser, query: Query, form: 'pagerKey' | 'pageToken'): Promise<string[][]> {
  const pages: string[][] = [];
  for (let more: Query = {}; ; ) {
    const page = await list(user, { ...query, ...more });
    pages.push(bodiesOf(page));
    if (!page.pagerKey || !page.pageToken) return pages;
    more = form === 'pagerKey' ? { pagerKey: JSON.stringify(page.pagerKey) } : { pageToken: page.pageToken };
  }
}

const bodiesOf = ({ items }: { items: readonly { body: string }[] }) => items.map(({ body }) => body);

async function givenComments() {
  const app = await testApp();
  await givenService(app, { serviceId: 'news', functions: ['post', 'comment'] });
  const editor = await givenUser(app);
  const one = await givenComment(app, { body: 'first', contentId: 'note-one' });
  const two = await givenComment(app, {
    body: 'second',
    contentId: 'note-one',
    publishStatus: 'unconfirm',
    heldFor: 'links',
  });
  const three = await givenComment(app, { body: 'third', contentId: 'note-two', publishStatus: 'unpublish' });
  await givenComment(app, { body: 'theirs', serviceId: 'other' });
  const countsOf = (contentId?: string) =>
    editor.call(adminCommentApi.counts, { params, query: contentId === undefined ? {} : { contentId } });
  return { app, editor, one, two, three, countsOf };
}

test('lists comments in every state, oldest first unless asked otherwise', async () => {
  const { editor } = await givenComments();
  expect(bodiesOf(await list(editor))).toEqual(['first', 'second', 'third']);
  expect(bodiesOf(await list(editor, { order: 'desc' }))).toEqual(['third', 'second', 'first']);
  expect(bodiesOf(await list(editor, { publishStatus: 'unconfirm' }))).toEqual(['second']);
  expect(bodiesOf(await list(editor, { publishStatus: '' }))).toHaveLength(3);
  const ofContent = (query: NonNullable<Query>) =>
    editor.call(adminCommentApi.listOfContent, { params: { ...params, contentId: 'note-one' }, query });
  expect(bodiesOf(await ofContent({ order: 'desc' }))).toEqual(['second', 'first']);
  expect(bodiesOf(await ofContent({ publishStatus: 'publish' }))).toEqual(['first']);
  expect(await ofContent({ publishStatus: 'unpublish' })).toEqual({
    ...{ items: [], pagerKey: null, pageToken: null, posts: [] },
  });
  expect((await editor.send('GET', '/api/admin/comments/news?publishStatus=published')).status).toBe(400);
});

test('comment has all details, address for editors only', async () => {
  const { app, editor } = await givenComments();
  const vault = createVault(TEST_SECRET);
  const caller = { address: '192.0.2.7', userAgent: 'Mozilla/5.0' };
  const { commentId } = await givenComment(app, {
    ...{ body: 'sent', contentId: 'note-one', nickname: 'Hana', area: '東京', authorId: 'user:hana' },
    ...{ publishStatus: 'unconfirm', heldFor: 'duplicate', addressHash: 'a-hash', ...sealOrigin(vault, caller) },
  });
  const found = await editor.call(adminCommentApi.find, { params: { ...params, commentId } });
  expect(found).toEqual({
    ...{ commentId, serviceId: 'news', contentId: 'note-one', body: 'sent', publishStatus: 'unconfirm' },
    ...{ profiles: { nickname: 'Hana', area: '東京' }, heldFor: 'duplicate', authorKind: 'user', authorName: 'hana' },
    ...{ statusCreatedAt: 'unconfirm#2026-11-21T04:43:00Z', serviceIdContentId: 'news#note-one' },
    ...{ createdAt: '2026-11-21T04:43:00Z', updatedAt: null, deletedAt: null, deletedBy: null },
    ...{ replyTo: null, isSpam: false },
    ...{ addressMark: expect.stringMatching(/^[0-9a-f]{8}$/), address: '192.0.2.7', userAgent: 'Mozilla/5.0' },
  });
  const viewer = await givenUser(app, { role: 'viewer' });
  const seen = await viewer.call(adminCommentApi.find, { params: { ...params, commentId } });
  expect(seen).toEqual({ ...found, address: null, userAgent: null });
  const { items } = await list(viewer, { order: 'desc', count: 1 });
  expect(items).toHaveLength(1);
  for (const name of ['address', 'userAgent', 'sealedAddress', 'addressHash'])
    expect(items[0]).not.toHaveProperty(name);
});

test('address mark is the same within one service only', async () => {
  const { app, editor } = await givenComments();
  for (const serviceId of ['news', 'news', 'other']) await givenComment(app, { serviceId, addressHash: 'one' });
  await givenComment(app, { addressHash: 'two' });
  const marks = (await list(editor, { order: 'desc', count: 3 })).items.map(({ addressMark }) => addressMark);
  expect(marks[1]).toBe(marks[2]);
  expect(marks[0]).not.toBe(marks[1]);
  const stranger = await givenUser(app, { serviceIds: ['other'] });
  const elsewhere = await stranger.call(adminCommentApi.list, {
    params: { serviceId: 'other' },
    query: { order: 'desc', count: 1 },
  });
  expect(marks).not.toContain(elsewhere.items[0]?.addressMark);
  expect((await list(editor, { count: 1 })).items[0]).toMatchObject({
    addressMark: null,
    authorKind: 'guest',
    authorName: null,
  });
});

test('pages in both orders and pager forms', async () => {
  const { app, editor } = await givenComments();
  for (let each = 0; each < 6; each += 1) await givenComment(app, { body: `more ${each}` });
  const all = bodiesOf(await list(editor, { count: 50 }));
  expect(all).toHaveLength(9);
  for (const order of ['asc', 'desc'] as const) {
    for (const form of ['pagerKey', 'pageToken'] as const) {
      const pages = await readAll(editor, { order, count: 3 }, form);
      expect(pages.map(({ length }) => length)).toEqual([3, 3, 3]);
      expect(pages.flat()).toEqual(order === 'asc' ? all : all.toReversed());
    }
  }
  for (const key of ['{}', '{"commentId":"x"}', 'null', '[']) {
    const answer = await editor.send('GET', `/api/admin/comments/news?pagerKey=${encodeURIComponent(key)}`);
    expect([answer.status, answer.json.errors]).toEqual([400, [{ field: 'pager_key', message: 'InvalidInput' }]]);
  }
});

const searches: [string, string[]][] = [
  ['BRIDGE', ['The Bridge opens', 'under the ｂｒｉｄｇｅ']],
  ['ガイド', ['ｶﾞｲﾄﾞが ほしい']],
  ['hanako', ['from Hanako']],
  ['100%', ['１００％ agreed_']],
  ['_', ['１００％ agreed_']],
  ['%', ['１００％ agreed_']],
  ["'", ["it's"]],
  ['straße', ['STRASSE']],
  ['opens under', []],
  [
    '  ',
    [
      'The Bridge opens',
      'under the ｂｒｉｄｇｅ',
      'ｶﾞｲﾄﾞが ほしい',
      'from Hanako',
      '１００％ agreed_',
      "it's",
      'STRASSE',
    ],
  ],
];

test('text search ignores case and width in all fields', async () => {
  const app = await testApp();
  const editor = await givenUser(app);
  for (const body of ['The Bridge opens', 'under the ｂｒｉｄｇｅ', 'ｶﾞｲﾄﾞが ほしい']) await givenComment(app, { body });
  await givenComment(app, { body: 'from Hanako', nickname: 'はなこ' });
  for (const body of ['１００％ agreed_', "it's", 'STRASSE']) await givenComment(app, { body });
  await givenComment(app, { body: 'A bridge', serviceId: 'other' });
  const viewer = await givenUser(app, { role: 'viewer' });
  for (const [q, bodies] of searches) {
    expect(bodiesOf(await list(editor, { q })), JSON.stringify(q)).toEqual(bodies);
    expect(bodiesOf(await list(editor, { q, order: 'desc' })), JSON.stringify(q)).toEqual(bodies.toReversed());
    expect(bodiesOf(await list(viewer, { q, count: 1 })), JSON.stringify(q)).toEqual(bodies.slice(0, 1));
  }
});

test('text search combines with filters and is paged', async () => {
  const { app, editor } = await givenComments();
  await givenComment(app, { body: 'x', nickname: 'Second' });
  await givenComment(app, { body: 'second to none', contentId: 'note-one' });
  expect(bodiesOf(await list(editor, { q: 'second' }))).toEqual(['second', 'x', 'second to none']);
  expect(bodiesOf(await list(editor, { q: 'second', publishStatus: 'unconfirm' }))).toEqual(['second']);
  const first = await list(editor, { q: 'second', count: 2 });
  expect(bodiesOf(first)).toEqual(['second', 'x']);
  expect(bodiesOf(await list(editor, { q: 'second', count: 2, pageToken: first.pageToken ?? '' }))).toEqual([
    'second to none',
  ]);
  const ofContent = { params: { ...params, contentId: 'note-one' }, query: { q: 'second', order: 'desc' } } as const;
  expect(bodiesOf(await editor.call(adminCommentApi.listOfContent, ofContent))).toEqual(['second to none', 'second']);
  expect((await editor.send('GET', `/api/admin/comments/news?q=${'x'.repeat(101)}`)).status).toBe(400);
});

test('comments come with posts by content id or post id', async () => {
  const app = await testApp();
  const editor = await givenUser(app);
  const body = {
    slug: 'named',
    title: 'Named',
    contentId: 'my-content',
    bodyFormat: 'markdown',
    body: 'Some text.',
    status: 'publish',
  };
  const { postId: named } = (await editor.send('POST', '/api/admin/posts/news', { body })).json;
  const { postId } = await givenPost(app, { slug: 'plain', title: 'Plain', status: 'draft' });
  const foreign = await givenPost(app, { serviceId: 'other', slug: 'theirs' });
  for (const contentId of ['my-content', postId, `post-${postId}`, named, foreign.postId, 'of-nothing']) {
    await givenComment(app, { contentId });
  }
  await givenComment(app, { contentId: postId });
  const { items, posts } = await list(editor);
  expect(items).toHaveLength(7);
  const plain = { postId, slug: 'plain', title: 'Plain', excerpt: 'Some text.', status: 'draft' };
  const namedPost = { postId: named, slug: 'named', title: 'Named', excerpt: 'Some text.', status: 'published' };
  expect(posts.toSorted((one, other) => (one.contentId < other.contentId ? -1 : 1))).toEqual(
    [
      { ...namedPost, contentId: 'my-content' },
      { ...namedPost, contentId: named },
      { ...plain, contentId: postId },
      { ...plain, contentId: `post-${postId}` },
    ].toSorted((one, other) => (one.contentId < other.contentId ? -1 : 1)),
  );
  await editor.call(adminPostApi.delete, { params: { ...params, idOrSlug: postId } });
  expect((await list(editor)).posts.map(({ slug }) => slug)).toEqual(['named', 'named']);
});

test('fifty comments take as many queries as one', async () => {
  const database = await testDatabase();
  const watched = watchQueries();
  const app = await testApp({ database: { ...database, reader: database.reader.withPlugin(watched.plugin) } });
  const editor = await givenUser(app);
  for (let each = 0; each < 50; each += 1) {
    const { postId } = await givenPost(app);
    await givenComment(app, { contentId: postId });
  }
  const costOf = async (query: Query) => {
    const before = watched.count();
    const { items, posts } = await list(editor, query);
    expect([items.length, posts.length]).toEqual([query?.count, query?.count]);
    return watched.count() - before;
  };
  await costOf({ count: 1 });
  const one = await costOf({ count: 1 });
  expect(await costOf({ count: 50 })).toBe(one);
});

test('status change updates counts, public list and thread revision', async () => {
  const { app, editor, one, countsOf } = await givenComments();
  const revisionOf = async (contentId: string) =>
    (
      await app.database.reader
        .selectFrom('talks')
        .select('revision')
        .where('contentId', '=', contentId)
        .executeTakeFirstOrThrow()
    ).revision;
  const change = (publishStatus: 'publish' | 'unpublish' | 'unconfirm', commentId = one.commentId) =>
    editor.send('POST', `/api/admin/comments/news/${commentId}/status`, { body: { publishStatus } });
  expect(await countsOf()).toEqual({ publish: 1, unpublish: 1, unconfirm: 1, deleted: 0 });
  const begun = await revisionOf('note-one');
  const { status, json } = await change('unpublish');
  expect([status, json.publishStatus, json.statusCreatedAt]).toEqual([
    200,
    'unpublish',
    'unpublish#2026-11-21T04:43:00Z',
  ]);
  expect(await countsOf()).toEqual({ publish: 0, unpublish: 2, unconfirm: 1, deleted: 0 });
  expect(await countsOf('note-one')).toEqual({ publish: 0, unpublish: 1, unconfirm: 1, deleted: 0 });
  expect(await revisionOf('note-one')).toBe(begun + 1);
  const again = await change('unpublish');
  expect([again.status, again.json]).toEqual([400, { message: 'Status is same value' }]);
  await change('unconfirm');
  expect(await revisionOf('note-one')).toBe(begun + 1);
  await change('publish');
  expect(await revisionOf('note-one')).toBe(begun + 2);
  expect(await countsOf()).toEqual({ publish: 1, unpublish: 1, unconfirm: 1, deleted: 0 });
  for (const [body, field] of [
    [{}, 'publish_status'],
    [{ publishStatus: 'published' }, 'publish_status'],
  ] as const) {
    const rejected = await editor.send('POST', `/api/admin/comments/news/${one.commentId}/status`, { body });
    expect([rejected.status, rejected.json.errors[0].field]).toEqual([400, field]);
  }
});

test('bulk change skips unknown comments and those of other services', async () => {
  const { app, editor } = await givenComments();
  const theirs = await app.database.reader
    .selectFrom('comments')
    .select('commentId')
    .where('serviceId', '=', 'other')
    .executeTakeFirstOrThrow();
  for (const commentId of [theirs.commentId, MISSING]) {
    const bulk = await editor.call(adminCommentApi.bulk, {
      params,
      body: { commentIds: [commentId], action: 'delete' },
    });
    expect(bulk).toEqual({ before: [], items: [], edited: [] });
  }
});

test('deleted comment can only be restored from the bin', async () => {
  const { app, editor, one, two, countsOf } = await givenComments();
  const path = `/api/admin/comments/news/${one.commentId}`;
  const deleted = await editor.send('DELETE', path);
  expect([deleted.status, deleted.text]).toEqual([200, 'null']);
  expect(await countsOf()).toEqual({ publish: 0, unpublish: 1, unconfirm: 1, deleted: 1 });
  expect(await countsOf('note-one')).toEqual({ publish: 0, unpublish: 0, unconfirm: 1, deleted: 1 });
  expect(bodiesOf(await list(editor))).toEqual(['second', 'third']);
  const [binned] = (await list(editor, { isDeleted: '1' })).items;
  expect(binned).toMatchObject({ body: 'first', deletedAt: '2026-11-21T04:43:00Z', deletedBy: editor.username });
  expect((await editor.send('GET', path)).json).toMatchObject({ deletedBy: editor.username });
  const body = { publishStatus: 'unpublish' };
  for (const answer of [await editor.send('DELETE', path), await editor.send('POST', `${path}/status`, { body })]) {
    expect([answer.status, answer.json]).toEqual([404, { message: 'Not Found' }]);
  }
  expect((await editor.send('POST', `/api/admin/comments/news/${two.commentId}/restore`)).status).toBe(404);
  const restored = await editor.call(adminCommentApi.restore, { params: { ...params, commentId: one.commentId } });
  expect(restored).toMatchObject({ body: 'first', publishStatus: 'publish', deletedAt: null, deletedBy: null });
  expect(await countsOf()).toEqual({ publish: 1, unpublish: 1, unconfirm: 1, deleted: 0 });
  const admin = await givenUser(app, { role: 'admin' });
  const { items } = await admin.call(auditApi.list, { query: {} });
  expect(items.map(({ action, actor, target, serviceId }) => ({ action, actor, target, serviceId }))).toEqual(
    expect.arrayContaining([
      { action: 'comments-deleted', actor: editor.username, target: one.commentId, serviceId: 'news' },
      { action: 'comments-restored', actor: editor.username, target: one.commentId, serviceId: 'news' },
    ]),
  );
});

test('reply is published in the name of the service', async () => {
  const { app, editor, two, countsOf } = await givenComments();
  const given = { params: { ...params, commentId: two.commentId }, body: { body: 'Thank you.' } };
  const reply = await editor.call(adminCommentApi.reply, given);
  expect(reply).toMatchObject({
    authorKind: 'service',
    authorName: null,
    replyTo: two.commentId,
    contentId: 'note-one',
  });
  expect(await countsOf('note-one')).toEqual({ publish: 3, unpublish: 0, unconfirm: 0, deleted: 0 });
  const { items } = (await app.send('GET', '/api/comments/news/note-one')).json;
  expect(items.at(-1)).toMatchObject({ body: 'Thank you.', isByService: true, replyTo: two.commentId });
  expect(items.at(-1).profiles.nickname).toBeTruthy();
  expect(items.map((item: { isByService?: true }) => item.isByService)).toEqual([undefined, undefined, true]);
  const admin = await givenUser(app, { role: 'admin' });
  const log = await admin.call(auditApi.list, { query: {} });
  expect(log.items[0]).toMatchObject({ action: 'comment-replied', actor: editor.username, target: reply.commentId });
});

test('reply to a missing or deleted comment or without text is rejected', async () => {
  const { app, editor, one } = await givenComments();
  const url = `/api/admin/comments/news/${one.commentId}/replies`;
  const empty = await editor.send('POST', url, { body: { body: '  ' } });
  expect([empty.status, empty.json.errors]).toEqual([400, [{ field: 'body', message: 'empty values not allowed' }]]);
  const viewer = await givenUser(app, { role: 'viewer' });
  expect((await viewer.send('POST', url, { body: { body: 'Hello' } })).status).toBe(403);
  await editor.send('DELETE', `/api/admin/comments/news/${one.commentId}`);
  for (const commentId of [one.commentId, MISSING]) {
    const answer = await editor.send('POST', `/api/admin/comments/news/${commentId}/replies`, {
      body: { body: 'Hello' },
    });
    expect(answer.status).toBe(404);
  }
});

test('reply does not publish a comment edited since', async () => {
  const { app, editor, two, countsOf } = await givenComments();
  await app.database.writer
    .updateTable('comments')
    .set({ updatedAt: '2026-11-21T04:44:00Z' })
    .where('commentId', '=', two.commentId)
    .execute();
  const url = `/api/admin/comments/news/${two.commentId}/replies`;
  const answer = await editor.send('POST', url, { body: { body: 'Hello', seenUpdatedAt: null } });
  expect(answer.status).toBe(409);
  expect(await countsOf()).toEqual({ publish: 1, unpublish: 1, unconfirm: 1, deleted: 0 });
});

test('comment marked as spam is deleted until it is restored', async () => {
  const { editor, one, countsOf } = await givenComments();
  const commentIds = [one.commentId];
  const { items } = await editor.call(adminCommentApi.bulk, { params, body: { commentIds, action: 'spam' } });
  expect(items).toMatchObject([{ isSpam: true, deletedBy: editor.username }]);
  expect(await countsOf()).toEqual({ publish: 0, unpublish: 1, unconfirm: 1, deleted: 1 });
  const restored = await editor.call(adminCommentApi.restore, { params: { ...params, commentId: one.commentId } });
  expect(restored).toMatchObject({ isSpam: false, deletedAt: null });
});

test('bulk change returns comments before and after', async () => {
  const { app, editor, one, two, three, countsOf } = await givenComments();
  const commentIds = [three.commentId, MISSING, one.commentId, two.commentId, one.commentId];
  const bulk = (action: 'publish' | 'unpublish' | 'unconfirm' | 'delete' | 'restore', ids = commentIds) =>
    editor.call(adminCommentApi.bulk, { params, body: { commentIds: ids, action } });
  const published = await bulk('publish');
  expect(published.before.map(({ body, publishStatus }) => [body, publishStatus])).toEqual([
    ['second', 'unconfirm'],
    ['third', 'unpublish'],
  ]);
  expect(published.items.map(({ body, publishStatus }) => [body, publishStatus])).toEqual([
    ['second', 'publish'],
    ['third', 'publish'],
  ]);
  expect(published.items[0]).toMatchObject({ heldFor: 'links' });
  expect(await countsOf()).toEqual({ publish: 3, unpublish: 0, unconfirm: 0, deleted: 0 });
  expect(await bulk('publish')).toEqual({ before: [], items: [], edited: [] });
  expect((await bulk('delete')).items).toHaveLength(3);
  expect(await countsOf()).toEqual({ publish: 0, unpublish: 0, unconfirm: 0, deleted: 3 });
  expect(await bulk('unpublish')).toEqual({ before: [], items: [], edited: [] });
  expect((await bulk('restore')).items.map(({ publishStatus }) => publishStatus)).toEqual([
    'publish',
    'publish',
    'publish',
  ]);
  expect(await countsOf('note-one')).toEqual({ publish: 2, unpublish: 0, unconfirm: 0, deleted: 0 });
  const recordedActions = await app.database.reader
    .selectFrom('auditLog')
    .select(['action', 'details'])
    .orderBy('entryId')
    .execute();
  const listed = recordedActions.filter(({ action }) => action.startsWith('comments-'));
  expect(listed.map(({ action }) => action)).toEqual(['comments-changed', 'comments-deleted', 'comments-restored']);
  expect(JSON.parse(listed[0]?.details ?? '')).toEqual({
    ...{ count: 2, change: 'publish', commentIds: [two.commentId, three.commentId] },
  });
});

const badChanges: [string, object, string][] = [
  ['nothing', {}, 'comment_ids'],
  ['no comment', { commentIds: [], action: 'publish' }, 'comment_ids'],
  ['what is no id', { commentIds: ['x'], action: 'publish' }, 'comment_ids'],
  ['too many', { commentIds: Array.from({ length: 101 }, () => MISSING), action: 'publish' }, 'comment_ids'],
  ['an unknown action', { commentIds: [MISSING], action: 'archive' }, 'action'],
];

test('invalid bulk change returns 400', async () => {
  const app = await testApp();
  const editor = await givenUser(app);
  for (const [name, body, field] of badChanges) {
    const { status, json } = await editor.send('POST', '/api/admin/comments/news/bulk', { body });
    expect(status, name).toBe(400);
    expect(
      json.errors.map((error: { field: string }) => error.field),
      name,
    ).toContain(field);
  }
});

test('waiting comments are counted for all own services', async () => {
  const { app } = await givenComments();
  const viewer = await givenUser(app, { role: 'viewer', serviceIds: ['news', 'quiet'] });
  expect(await viewer.call(adminCommentApi.waiting, {})).toEqual([
    { serviceId: 'news', publish: 1, unpublish: 1, unconfirm: 1 },
    { serviceId: 'quiet', publish: 0, unpublish: 0, unconfirm: 0 },
  ]);
});

test('API key can moderate comments', async () => {
  const { app, one } = await givenComments();
  const path = `/api/admin/comments/news/${one.commentId}`;
  const body = { publishStatus: 'unpublish' };
  const { send } = await givenApiKey(app, { may: 'write' });
  expect((await send('POST', `${path}/status`, { body })).status).toBe(200);
});

async function bulkAtOnce(editor: GivenUser, lists: readonly (readonly string[])[]): Promise<number[]> {
  const actions = ['publish', 'unpublish', 'unconfirm', 'delete', 'restore'] as const;
  const answers = await Promise.all(
    lists.flatMap((commentIds) =>
      actions.map((action) => editor.send('POST', '/api/admin/comments/news/bulk', { body: { commentIds, action } })),
    ),
  );
  return answers.map(({ status }) => status);
}

test('concurrent bulk changes keep counts consistent', async () => {
  const app: TestApp = await testApp();
  const editor = await givenUser(app);
  const commentIds: string[] = [];
  for (let each = 0; each < 12; each += 1) {
    commentIds.push((await givenComment(app, { contentId: `content-${each % 4}` })).commentId);
  }
  const statuses = await bulkAtOnce(editor, [commentIds, commentIds.toReversed(), commentIds.slice(3, 9)]);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const rows = await app.database.reader
    .selectFrom('comments')
    .select(['contentId', 'publishStatus', 'isDeleted'])
    .execute();
  for (const contentId of [undefined, 'content-0', 'content-1', 'content-2', 'content-3']) {
    const here = rows.filter((row) => contentId === undefined || row.contentId === contentId);
    const count = (status: string) => here.filter((row) => row.isDeleted === 0 && row.publishStatus === status).length;
    expect(
      await editor.call(adminCommentApi.counts, { params, query: contentId === undefined ? {} : { contentId } }),
    ).toEqual({
      ...{ publish: count('publish'), unpublish: count('unpublish'), unconfirm: count('unconfirm') },
      deleted: here.filter(({ isDeleted }) => isDeleted === 1).length,
    });
  }
});

test('comment edited since it was seen is not published', async () => {
  const { app, editor, one, two, three } = await givenComments();
  const edited = { body: 'something else', updatedAt: '2026-11-21T04:44:00Z' };
  await app.database.writer.updateTable('comments').set(edited).where('commentId', '=', two.commentId).execute();
  const publish = (body: object, { commentId } = two) =>
    editor.send('POST', `/api/admin/comments/news/${commentId}/status`, {
      body: { publishStatus: 'publish', ...body },
    });
  const rejected = await publish({ seenUpdatedAt: null });
  expect(rejected).toMatchObject({
    status: 409,
    json: { message: 'Changed by somebody else', current: { ...edited, publishStatus: 'unconfirm' } },
  });
  expect((await publish({ seenUpdatedAt: 'yesterday' })).status).toBe(400);

  const commentIds = [one, two, three].map(({ commentId }) => commentId);
  const seenUpdatedAt = Object.fromEntries(commentIds.map((commentId) => [commentId, null]));
  const body = { commentIds, action: 'publish' as const, seenUpdatedAt };
  const some = await editor.call(adminCommentApi.bulk, { params, body });
  expect(bodiesOf(some)).toEqual(['third']);
  expect(some.edited).toMatchObject([{ ...edited, publishStatus: 'unconfirm' }]);
  expect(await publish({ seenUpdatedAt: edited.updatedAt })).toMatchObject({ status: 200, json: edited });

  // The check is skipped when the request does not say what was seen.
  expect((await publish({ publishStatus: 'unpublish' })).status).toBe(200);
  const all = await editor.call(adminCommentApi.bulk, { params, body: { commentIds, action: 'publish' } });
  expect([bodiesOf(all), all.edited]).toEqual([['something else'], []]);
});
