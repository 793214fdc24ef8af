import type { Transaction } from 'kysely';
import { CommentId } from '#contract/comments.ts';
import type { VoteType } from '#contract/votes.ts';
import type { Database } from '../database/connect.ts';
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
  if ((await findVoteType(database.reader, wish)) === voteType) return;
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
  if ((await findVoteType(database.reader, key)) !== voteType) return;
  const now = toInstant(clock.now());
  await writeTransaction(database.writer, async (trx) => {
    await touchTalks(trx, key, now);
    if (await deleteVote(trx, key, voteType)) await changeVoteCounts(trx, { ...key, now }, { [voteType]: -1 });
  });
}

/**
 * The page that shows a comment shows its votes. What is shown is held before what is shown in it, as by whoever
 * deletes a comment, so that nobody waits for each other.
 */
async function touchTalks(trx: Transaction<Tables>, { serviceId, contentId }: VoteKey, now: string): Promise<void> {
  const isComment = CommentId.safeParse(contentId).success;
  const around = isComment ? await findContentOfComment(trx, serviceId, contentId) : undefined;
  const shown = around === undefined || around === contentId ? [contentId] : [around, contentId];
  for (const each of shown) await changeTalk(trx, { serviceId, contentId: each, isSeen: true, now });
}
