import type { Transaction } from 'kysely';
import { CommentId } from '#contract/comments.ts';
import type { VoteType } from '#contract/votes.ts';
import type { Database, Db } from '../../database/connect.ts';
import type { Tables } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { changeThread } from '../thread.repository.ts';
import {
  changeVoteCounts,
  deleteVote,
  findContentOfComment,
  findVoteType,
  insertVote,
  type Vote,
  type VoteKey,
} from './vote.repository.ts';

export interface VoteTools {
  readonly database: Database;
  readonly clock: Clock;
}

export async function castVote({ database, clock }: VoteTools, requested: Omit<Vote, 'createdAt'>): Promise<void> {
  const { voteType } = requested;
  if ((await findVoteType(database.reader, requested)) === voteType) return database.settled();
  const now = toInstant(clock.now());
  await writeTransaction(database.writer, async (trx) => {
    await touchThreads(trx, requested, now);
    const before = await deleteVote(trx, requested);
    await insertVote(trx, { ...requested, createdAt: now });
    if (before === voteType) return;
    await changeVoteCounts(trx, { ...requested, now }, { [voteType]: 1, ...(before && { [before]: -1 }) });
  });
}

export async function takeVoteBack(
  { database, clock }: VoteTools,
  key: VoteKey & { readonly voteType: VoteType },
): Promise<void> {
  const { voteType } = key;
  if ((await findVoteType(database.reader, key)) !== voteType) return database.settled();
  const now = toInstant(clock.now());
  await writeTransaction(database.writer, async (trx) => {
    await touchThreads(trx, key, now);
    if (await deleteVote(trx, key, voteType)) await changeVoteCounts(trx, { ...key, now }, { [voteType]: -1 });
  });
}

/**
 * Updates the threads of the content and of the page that shows it. Locks both in the order of their ids, which
 * prevents deadlocks.
 */
async function touchThreads(trx: Transaction<Tables>, { serviceId, contentId }: VoteKey, now: string): Promise<void> {
  const shown = await findShownAround(trx, serviceId, contentId);
  for (const each of shown.sort()) await changeThread(trx, { serviceId, contentId: each, isSeen: true, now });
}

/** Returns the content id and, when it is a comment, the content id on which that comment appears. */
export async function findShownAround(db: Db, serviceId: string, contentId: string): Promise<string[]> {
  const isComment = CommentId.safeParse(contentId).success;
  const around = isComment ? await findContentOfComment(db, serviceId, contentId) : undefined;
  return around === undefined || around === contentId ? [contentId] : [contentId, around];
}
