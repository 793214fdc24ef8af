import type { Transaction } from 'kysely';
import { CommentId } from '#contract/comments.ts';
import type { VoteType } from '#contract/votes.ts';
import type { Database, Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { changeTalk } from '../talks/index.ts';
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

/** Votes, in place of the reader's other vote about the content; the same again changes nothing. */
export async function castVote({ database, clock }: VoteTools, wish: Omit<Vote, 'createdAt'>): Promise<void> {
  const { voteType } = wish;
  if ((await findVoteType(database.reader, wish)) === voteType) return database.settled();
  const now = toInstant(clock.now());
  await writeTransaction(database.writer, async (trx) => {
    await touchTalks(trx, wish, now);
    const before = await deleteVote(trx, wish);
    await insertVote(trx, { ...wish, createdAt: now });
    if (before === voteType) return;
    await changeVoteCounts(trx, { ...wish, now }, { [voteType]: 1, ...(before && { [before]: -1 }) });
  });
}

/** Takes a vote back; without one of that type nothing changes. */
export async function takeVoteBack(
  { database, clock }: VoteTools,
  key: VoteKey & { readonly voteType: VoteType },
): Promise<void> {
  const { voteType } = key;
  if ((await findVoteType(database.reader, key)) !== voteType) return database.settled();
  const now = toInstant(clock.now());
  await writeTransaction(database.writer, async (trx) => {
    await touchTalks(trx, key, now);
    if (await deleteVote(trx, key, voteType)) await changeVoteCounts(trx, { ...key, now }, { [voteType]: -1 });
  });
}

/**
 * The page that shows a comment shows its votes. Both are held in the order of their ids, as by everybody who holds
 * several, so that nobody waits for each other.
 */
async function touchTalks(trx: Transaction<Tables>, { serviceId, contentId }: VoteKey, now: string): Promise<void> {
  const shown = await findShownAround(trx, serviceId, contentId);
  for (const each of shown.sort()) await changeTalk(trx, { serviceId, contentId: each, isSeen: true, now });
}

/** The content, and where it is a comment the one that the comment is about. */
export async function findShownAround(db: Db, serviceId: string, contentId: string): Promise<string[]> {
  const isComment = CommentId.safeParse(contentId).success;
  const around = isComment ? await findContentOfComment(db, serviceId, contentId) : undefined;
  return around === undefined || around === contentId ? [contentId] : [contentId, around];
}
