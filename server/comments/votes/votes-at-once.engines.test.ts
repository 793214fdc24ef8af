import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { VoteType } from '#contract/votes.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenService } from '#testing/given.ts';
import type { Database } from '../../database/connect.ts';
import { anonymizeUser } from '../user-comments.repository.ts';
import { castVote, deleteVotesOnComments, removeVote, type VoteTools } from './cast-vote.ts';
import { findVoteTotal } from './vote.repository.ts';

const serviceId = 'news';
const now = '2026-11-21T04:43:00Z';
const CONTENTS = ['aaaa', 'bbbb'];
const READERS = ['guest:a', 'guest:b', 'user:c', 'guest-of-day:d'];

type UndoEntry = readonly [verb: 'cast' | 'take back', readerId: string, contentId: string, voteType: VoteType];

const recordedAction: fc.Arbitrary<UndoEntry> = fc.tuple(
  fc.constantFrom('cast', 'cast', 'take back'),
  fc.constantFrom(...READERS),
  fc.constantFrom(...CONTENTS),
  fc.constantFrom('like', 'dislike'),
);

function act(tools: VoteTools, [verb, readerId, contentId, voteType]: UndoEntry): Promise<void> {
  const key = { serviceId, contentId, readerId };
  return verb === 'cast'
    ? castVote(tools, { ...key, voteType, addressHash: null })
    : removeVote(tools, { ...key, voteType });
}

function expectedVotes(recordedActions: readonly UndoEntry[]): Map<string, VoteType> {
  const votes = new Map<string, VoteType>();
  for (const [verb, readerId, contentId, voteType] of recordedActions) {
    const key = `${contentId} ${readerId}`;
    if (verb === 'cast') votes.set(key, voteType);
    else if (votes.get(key) === voteType) votes.delete(key);
  }
  return votes;
}

async function votesIn({ writer }: Database): Promise<Map<string, string>> {
  const rows = await writer.selectFrom('votes').selectAll().execute();
  return new Map(rows.map(({ contentId, readerId, voteType }) => [`${contentId} ${readerId}`, voteType]));
}

async function countsIn({ writer }: Database) {
  const kept = await writer.selectFrom('voteCounts').select(['contentId', 'voteType', 'voteCount']).execute();
  const counted = new Map<string, number>();
  for (const { contentId, voteType } of await writer.selectFrom('votes').selectAll().execute()) {
    counted.set(`${contentId} ${voteType}`, (counted.get(`${contentId} ${voteType}`) ?? 0) + 1);
  }
  return {
    kept: new Map(kept.map(({ contentId, voteType, voteCount }) => [`${contentId} ${voteType}`, voteCount])),
    counted,
    keptTotal: await findVoteTotal(writer, serviceId),
    countedTotal: [...counted.values()].reduce((sum, count) => sum + count, 0),
  };
}

async function expectRightCounts(database: Database): Promise<void> {
  const { kept, counted, keptTotal, countedTotal } = await countsIn(database);
  expect(kept).toEqual(counted);
  expect(keptTotal).toBe(countedTotal);
}

async function emptyVotes({ writer }: Database): Promise<void> {
  for (const table of ['votes', 'voteCounts', 'voteTotals', 'talks'] as const) await writer.deleteFrom(table).execute();
}

test('concurrent votes leave right counts and last votes', async () => {
  const database = await testDatabase();
  await givenService({ database }, { serviceId });
  const tools = { database, clock: testClock() };
  await fc.assert(
    fc.asyncProperty(fc.array(recordedAction, { maxLength: 30 }), async (recordedActions) => {
      await emptyVotes(database);
      await Promise.all(
        READERS.map(async (reader) => {
          for (const each of recordedActions.filter(([, readerId]) => readerId === reader)) await act(tools, each);
        }),
      );
      expect(await votesIn(database)).toEqual(expectedVotes(recordedActions));
      await expectRightCounts(database);
    }),
    { numRuns: 25 },
  );
});

test('counts survive concurrent votes, account and comment deletions', async () => {
  const database = await testDatabase();
  await givenService({ database }, { serviceId });
  const tools = { database, clock: testClock() };
  const { writer } = database;
  const goes = {
    account: () => writer.transaction().execute((trx) => anonymizeUser(trx, 'c')),
    comment: () =>
      writer.transaction().execute((trx) => deleteVotesOnComments(trx, { serviceId, commentIds: ['aaaa'], now })),
  };
  const anything = fc.oneof(
    { arbitrary: recordedAction, weight: 8 },
    fc.constantFrom('account' as const, 'comment' as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { maxLength: 20 }), async (recordedActions) => {
      await emptyVotes(database);
      await Promise.all(recordedActions.map((each) => (typeof each === 'string' ? goes[each]() : act(tools, each))));
      await expectRightCounts(database);
    }),
    { numRuns: 25 },
  );
});

test('vote on a public comment updates the thread showing it', async () => {
  const database = await testDatabase();
  await givenService({ database }, { serviceId });
  const commentId = '01kb0000000000000000000001';
  await database.writer
    .insertInto('comments')
    .values({
      ...{ commentId, serviceId, contentId: 'the-post', body: 'Well said.', publishStatus: 'publish', createdAt: now },
      ...{ nickname: '', age: '', area: '', searchText: '', bodyHash: '', authorId: 'guest:a', isDeleted: 0 },
      ...{ heldFor: null, addressHash: null, sealedAddress: null, userAgent: null },
      ...{ updatedAt: null, deletedAt: null, deletedBy: null, replyTo: null, isSpam: 0 },
    })
    .execute();
  const revisions = async () => {
    const rows = await database.writer.selectFrom('talks').select(['contentId', 'revision']).execute();
    return Object.fromEntries(rows.map(({ contentId, revision }) => [contentId, revision]));
  };
  const tools = { database, clock: testClock() };
  await act(tools, ['cast', 'guest:a', commentId, 'like']);
  expect(await revisions()).toEqual({ 'the-post': 1, [commentId]: 1 });
  await act(tools, ['take back', 'guest:a', commentId, 'like']);
  expect(await revisions()).toEqual({ 'the-post': 2, [commentId]: 2 });
  await database.writer.updateTable('comments').set({ publishStatus: 'unpublish' }).execute();
  await act(tools, ['cast', 'guest:a', commentId, 'like']);
  expect(await revisions()).toEqual({ 'the-post': 2, [commentId]: 3 });
});
