import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findCommentTotals, findThreadCounts, lockThread } from '#server/comments/thread.repository.ts';
import { CommentChoices } from '#server/config/comments.ts';
import type { Database } from '#server/database/connect.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenComment } from '#testing/given-comment.ts';
import { givenUser } from '#testing/given-user.ts';
import { planOf } from '#testing/query-plan.ts';
import { clearCommentAddresses, deleteExpiredComments } from './sweep.repository.ts';
import { sweepComments } from './sweep-comments.ts';

const choices = CommentChoices.parse({});
const sweep = (app: TestApp, signal?: AbortSignal) => sweepComments({ ...app, comments: choices }, signal);
const origin = { addressHash: 'a hash', sealedAddress: 'sealed', userAgent: 'Browser' };

const comments = ({ writer }: Database) =>
  writer
    .selectFrom('comments')
    .select(['commentId', 'authorId', 'addressHash', 'sealedAddress', 'userAgent'])
    .orderBy('commentId')
    .execute();

const votes = ({ writer }: Database) =>
  writer.selectFrom('votes').select(['contentId', 'readerId', 'addressHash']).orderBy('contentId').execute();

async function givenVote({ database }: TestApp, contentId: string, readerId: string): Promise<void> {
  const vote = { serviceId: 'news', contentId, readerId, voteType: 'like', addressHash: 'a hash' } as const;
  await database.writer
    .insertInto('votes')
    .values({ ...vote, createdAt: '2026-11-21T04:43:00Z' })
    .execute();
  await database.writer
    .insertInto('voteCounts')
    .values({ serviceId: 'news', contentId, voteType: 'like', voteCount: 1, updatedAt: '2026-11-21T04:43:00Z' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

test('sweep removes senders of comments and votes after ninety days', async () => {
  const app = await testApp();
  const known = await givenComment(app, { ...origin, authorId: 'user:hanako' });
  const guest = await givenComment(app, { ...origin, authorId: 'guest:abc' });
  const ofDay = await givenComment(app, { ...origin, authorId: 'guest-of-day:hash' });
  await givenVote(app, 'aaaa', 'guest-of-day:hash');
  await givenVote(app, 'bbbb', 'user:hanako');
  app.clock.moveTo('2027-02-19T04:43:00Z');
  const young = await givenComment(app, { ...origin, authorId: 'guest-of-day:other' });
  expect(await sweep(app)).toEqual({ comments: 0, origins: 0, voters: 0 });
  app.clock.moveTo('2027-02-19T04:43:01Z');
  expect(await sweep(app)).toEqual({ comments: 0, origins: 3, voters: 2 });
  const forgotten = { addressHash: null, sealedAddress: null, userAgent: null };
  const stranger = expect.stringMatching(/^guest:[0-9a-f-]{36}$/);
  expect(await comments(app.database)).toEqual([
    { commentId: known.commentId, authorId: 'user:hanako', ...forgotten },
    { commentId: guest.commentId, authorId: 'guest:abc', ...forgotten },
    { commentId: ofDay.commentId, authorId: stranger, ...forgotten },
    { commentId: young.commentId, authorId: 'guest-of-day:other', ...origin },
  ]);
  expect(await votes(app.database)).toEqual([
    { contentId: 'aaaa', readerId: stranger, addressHash: null },
    { contentId: 'bbbb', readerId: 'user:hanako', addressHash: null },
  ]);
  expect(await sweep(app)).toEqual({ comments: 0, origins: 0, voters: 0 });
});

test('sweep deletes comments and votes after thirty days in bin', async () => {
  const app = await testApp();
  const binned = { isDeleted: 1, deletedAt: '2026-11-21T04:43:00Z', deletedBy: 'hanako' };
  const [kept, deletedComment, later] = [await givenComment(app), await givenComment(app), await givenComment(app)];
  const put = (commentId: string, deletedAt: string) =>
    app.database.writer
      .updateTable('comments')
      .set({ ...binned, deletedAt })
      .where('commentId', '=', commentId)
      .execute();
  await put(deletedComment.commentId, '2026-11-21T04:43:00Z');
  await put(later.commentId, '2026-11-22T04:43:00Z');
  await givenVote(app, deletedComment.commentId, 'guest:a');
  await givenVote(app, kept.commentId, 'guest:a');
  app.clock.moveTo('2026-12-21T04:43:01Z');
  expect(await sweep(app)).toMatchObject({ comments: 1 });
  expect((await comments(app.database)).map(({ commentId }) => commentId)).toEqual([kept.commentId, later.commentId]);
  expect((await votes(app.database)).map(({ contentId }) => contentId)).toEqual([kept.commentId]);
});

test('sweep works in batches and stops between them', async () => {
  const app = await testApp();
  const { commentId } = await givenComment(app, origin);
  const row = await app.database.writer
    .selectFrom('comments')
    .selectAll()
    .where('commentId', '=', commentId)
    .executeTakeFirstOrThrow();
  const more = Array.from({ length: 420 }, (_, index) => ({ ...row, commentId: `${commentId.slice(0, -3)}${index}` }));
  for (let from = 0; from < more.length; from += 100) {
    await app.database.writer
      .insertInto('comments')
      .values(more.slice(from, from + 100))
      .execute();
  }
  app.clock.moveTo('2027-03-01T00:00:00Z');
  expect(await sweep(app, AbortSignal.abort())).toEqual({ comments: 0, origins: 0, voters: 0 });
  expect(await sweep(app)).toMatchObject({ origins: 421 });
});

async function waitForBlockedQuery({ database }: TestApp): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(database.reader)).rows.length).toBeGreaterThan(0);
}

async function appWithBin() {
  const app = await testApp();
  const editor = await givenUser(app);
  const [one, other] = [await givenComment(app), await givenComment(app)];
  const commentIds = [one.commentId, other.commentId];
  const bulk = (action: string) =>
    editor.send('POST', '/api/admin/comments/news/bulk', { body: { commentIds, action } });
  const restore = () => editor.send('POST', `/api/admin/comments/news/${one.commentId}/restore`);
  const { writer } = app.database;
  const counts = async () => [
    await findThreadCounts(writer, 'news', 'some-content'),
    await findCommentTotals(writer, 'news'),
  ];
  expect(await bulk('delete')).toMatchObject({ status: 200 });
  return { app, ...one, bulk, restore, counts };
}

const published = (publish: number) => Array(2).fill({ publish, unpublish: 0, unconfirm: 0 });

test('comment swept during a restore is gone and not counted', async () => {
  const { app, restore, counts } = await appWithBin();
  if (app.database.engine !== 'postgres') return;
  let restored: ReturnType<TestApp['send']> | undefined;
  await app.database.writer.transaction().execute(async (trx) => {
    expect(await deleteExpiredComments(trx, { before: '2026-11-21T04:43:01Z', limit: 10 })).toHaveLength(2);
    restored = restore();
    await waitForBlockedQuery(app);
  });
  expect(await restored).toMatchObject({ status: 404 });
  expect(await counts()).toEqual(published(0));
});

test('comment restored before the sweep stays', async () => {
  const { app, restore, counts, commentId } = await appWithBin();
  const { writer, engine } = app.database;
  if (engine !== 'postgres') return;
  let swept: ReturnType<typeof deleteExpiredComments> | undefined;
  await writer.transaction().execute(async (trx) => {
    await lockThread(trx, 'news', 'some-content');
    swept = writer
      .transaction()
      .execute((other) => deleteExpiredComments(other, { before: '2026-11-21T04:43:01Z', limit: 10 }));
    await waitForBlockedQuery(app);
    const back = { isDeleted: 0, deletedAt: null, deletedBy: null };
    await trx.updateTable('comments').set(back).where('commentId', '=', commentId).execute();
  });
  expect(await swept).toHaveLength(1);
  expect((await comments(app.database)).map((comment) => comment.commentId)).toEqual([commentId]);
  expect(await restore()).toMatchObject({ status: 404 });
  expect(await counts()).toEqual(published(0));
});

test('counts include only comments that a change still found', async () => {
  const { app, bulk, restore, counts, commentId } = await appWithBin();
  const { writer, engine } = app.database;
  if (engine !== 'postgres') return;
  const taking = async (meanwhile: typeof restore) => {
    let done: ReturnType<TestApp['send']> | undefined;
    await writer.transaction().execute(async (trx) => {
      await trx.deleteFrom('comments').where('commentId', '=', commentId).execute();
      done = meanwhile();
      await waitForBlockedQuery(app);
    });
    return done;
  };
  const before = await writer
    .selectFrom('comments')
    .selectAll()
    .where('commentId', '=', commentId)
    .executeTakeFirstOrThrow();
  expect(await taking(restore)).toMatchObject({ status: 404 });
  expect(await counts()).toEqual(published(0));
  await writer.insertInto('comments').values(before).execute();
  expect(await taking(() => bulk('restore'))).toMatchObject({ status: 200 });
  expect(await counts()).toEqual(published(1));
});

test('sweep queries use an index in order', async () => {
  const { database } = await testApp();
  const batch = { before: '2026-11-21T04:43:00Z', limit: 200 };
  const ask = (work: typeof clearCommentAddresses | typeof deleteExpiredComments) =>
    planOf(database, async (db) => work(db as Parameters<typeof clearCommentAddresses>[0], batch));
  for (const [work, index] of [
    [clearCommentAddresses, /comments_with_address/],
    [deleteExpiredComments, /comments_deleted/],
  ] as const) {
    const plan = (await ask(work)).join('\n');
    expect(plan).toMatch(index);
    // The tables are small, so PostgreSQL may sort in memory.
    expect(plan).not.toMatch(/Seq Scan|^SCAN|TEMP B-TREE/m);
  }
});
