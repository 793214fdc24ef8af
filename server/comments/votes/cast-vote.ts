import { CommentId } from '#contract/comments.ts';
import type { VoteType } from '#contract/votes.ts';
import type { RateLimits, Reader } from '../../access/index.ts';
import type { Database, Db } from '../../database/connect.ts';
import type { Transaction } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { NETWORK_FACTOR } from '../../http/client-address.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { changeThread } from '../thread.repository.ts';
import {
  changeVoteCounts,
  deleteVote,
  deleteVotes,
  findContentOfComment,
  findVoteType,
  insertVote,
  listVoteCounts,
  type Vote,
  type VoteKey,
} from './vote.repository.ts';

export interface VoteTools {
  readonly database: Database;
  readonly clock: Clock;
}

export async function castVote({ database, clock }: VoteTools, vote: Omit<Vote, 'createdAt'>): Promise<void> {
  const { voteType } = vote;
  if ((await findVoteType(database.reader, vote)) === voteType) return database.settled();
  const now = toInstant(clock.now());
  await writeTransaction(database.writer, async (trx) => {
    await changeVisibleThreads(trx, vote, now);
    const before = await deleteVote(trx, vote);
    await insertVote(trx, { ...vote, createdAt: now });
    if (before === voteType) return;
    await changeVoteCounts(trx, { ...vote, now }, { [voteType]: 1, ...(before && { [before]: -1 }) });
  });
}

export async function removeVote(
  { database, clock }: VoteTools,
  key: VoteKey & { readonly voteType: VoteType },
): Promise<void> {
  const { voteType } = key;
  if ((await findVoteType(database.reader, key)) !== voteType) return database.settled();
  const now = toInstant(clock.now());
  await writeTransaction(database.writer, async (trx) => {
    await changeVisibleThreads(trx, key, now);
    if (await deleteVote(trx, key, voteType)) await changeVoteCounts(trx, { ...key, now }, { [voteType]: -1 });
  });
}

/** Locks the threads in the order of their ids, which prevents deadlocks. */
async function changeVisibleThreads(trx: Transaction, { serviceId, contentId }: VoteKey, now: string): Promise<void> {
  const contentIds = await listContentIdsShowing(trx, serviceId, contentId);
  for (const id of contentIds.sort()) await changeThread(trx, { serviceId, contentId: id, isVisible: true, now });
}

export async function listContentIdsShowing(db: Db, serviceId: string, contentId: string): Promise<string[]> {
  const isComment = CommentId.safeParse(contentId).success;
  const page = isComment ? await findContentOfComment(db, serviceId, contentId) : undefined;
  return page === undefined || page === contentId ? [contentId] : [contentId, page];
}

interface DeletedComments {
  readonly serviceId: string;
  readonly commentIds: readonly string[];
  readonly now: string;
}

export async function deleteVotesOnComments(
  trx: Transaction,
  { serviceId, commentIds, now }: DeletedComments,
): Promise<void> {
  const counts = await listVoteCounts(trx, serviceId, commentIds);
  const contentIds = [...new Set(counts.map(({ contentId }) => contentId))];
  if (contentIds.length === 0) return;
  for (const contentId of contentIds) await changeThread(trx, { serviceId, contentId, isVisible: true, now });
  await deleteVotes(trx, serviceId, contentIds);
}

export class NewVoterLimit {
  readonly #rateLimits: RateLimits;
  readonly #limit: number;
  readonly #windowMs: number;

  constructor(rateLimits: RateLimits, { limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    this.#rateLimits = rateLimits;
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /**
   * Those who voted on the content before are always allowed.
   * @throws {HttpError} 429 when the address or network has reached the limit of new voters
   */
  async consume({ readerId, addressHash, networkHash }: Reader, content: string): Promise<void> {
    const windowMs = this.#windowMs;
    const onContent = (id: string | undefined) => id && `${id} ${content}`;
    const voter = { kind: 'new voter', name: `${readerId} ${content}`, windowMs };
    if ((await this.#rateLimits.count(voter)) > 0) return;
    await this.#rateLimits.consume([
      { kind: 'new voters of network', name: onContent(networkHash), limit: NETWORK_FACTOR * this.#limit, windowMs },
      { kind: 'new voters of address', name: onContent(addressHash), limit: this.#limit, windowMs },
      { ...voter, limit: Number.MAX_SAFE_INTEGER },
    ]);
  }
}
