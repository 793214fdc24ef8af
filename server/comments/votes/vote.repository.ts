import { type OwnVote, type VoteCount, type VotePagerKey, VoteType } from '#contract/votes.ts';
import type { Db } from '../../database/connect.ts';
import { preventIndexUse } from '../../database/queries.ts';
import type { Transaction } from '../../database/tables.ts';
import type { VoteRow } from '../../database/thread-tables.ts';

const countColumns = ['serviceId', 'contentId', 'voteType', 'voteCount', 'updatedAt'] as const;

export type VoteKey = Pick<VoteRow, 'serviceId' | 'contentId' | 'readerId'>;

export type Vote = VoteKey & Pick<VoteRow, 'addressHash' | 'createdAt'> & { readonly voteType: VoteType };

export async function listVoteCounts(db: Db, serviceId: string, contentIds: readonly string[]): Promise<VoteCount[]> {
  if (contentIds.length === 0) return [];
  return db
    .selectFrom('voteCounts')
    .select(countColumns)
    .where('serviceId', '=', serviceId)
    .where('contentId', 'in', contentIds)
    .orderBy('contentId')
    .orderBy('voteType')
    .execute();
}

export async function listVoteCountsOfService(
  db: Db,
  serviceId: string,
  { after, limit }: { after?: VotePagerKey | undefined; limit: number },
): Promise<VoteCount[]> {
  let query = db
    .selectFrom('voteCounts')
    .select(countColumns)
    .where('serviceId', '=', serviceId)
    .orderBy('contentId')
    .orderBy('voteType')
    .limit(limit);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('contentId', 'voteType'), '>', tuple(after.contentId, after.voteType)),
    );
  }
  return query.execute();
}

export async function findVoteTotal(db: Db, serviceId: string): Promise<number> {
  const row = await db
    .selectFrom('voteTotals')
    .select('voteCount')
    .where('serviceId', '=', serviceId)
    .executeTakeFirst();
  return row?.voteCount ?? 0;
}

export async function findVoteType(db: Db, key: VoteKey): Promise<VoteType | undefined> {
  const [vote] = await listOwnVotes(db, { ...key, contentIds: [key.contentId] });
  return vote?.voteType;
}

export async function listOwnVotes(
  db: Db,
  { serviceId, readerId, contentIds }: Omit<VoteKey, 'contentId'> & { readonly contentIds: readonly string[] },
): Promise<OwnVote[]> {
  if (contentIds.length === 0) return [];
  return db
    .selectFrom('votes')
    .select(['contentId', 'voteType'])
    .where('readerId', '=', readerId)
    .where('serviceId', '=', serviceId)
    .where('contentId', 'in', contentIds)
    .execute();
}

export async function findContentOfComment(db: Db, serviceId: string, commentId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('comments')
    .select('contentId')
    .where('commentId', '=', commentId)
    .where((eb) => eb(preventIndexUse(eb.ref('serviceId')), '=', serviceId))
    .where('isDeleted', '=', 0)
    .where('publishStatus', '=', 'publish')
    .executeTakeFirst();
  return row?.contentId;
}

export async function insertVote(trx: Transaction, vote: Vote): Promise<void> {
  await trx.insertInto('votes').values(vote).execute();
}

/** Returns the type of the deleted row, which may differ from what was read before. */
export async function deleteVote(
  trx: Transaction,
  { serviceId, contentId, readerId }: VoteKey,
  voteType?: VoteType,
): Promise<VoteType | undefined> {
  let query = trx
    .deleteFrom('votes')
    .where('serviceId', '=', serviceId)
    .where('contentId', '=', contentId)
    .where('readerId', '=', readerId);
  if (voteType !== undefined) query = query.where('voteType', '=', voteType);
  const row = await query.returning('voteType').executeTakeFirst();
  return row?.voteType;
}

type VoteCountChange = Partial<Record<VoteType, number>>;

interface VoteCountKey {
  readonly serviceId: string;
  readonly contentId: string;
  readonly now: string;
}

/** Call in the transaction that writes the votes, while it holds the lock of the thread. */
export async function changeVoteCounts(
  trx: Transaction,
  { serviceId, contentId, now }: VoteCountKey,
  change: VoteCountChange,
): Promise<void> {
  for (const voteType of VoteType.options) {
    const by = change[voteType] ?? 0;
    if (by === 0) continue;
    await trx
      .insertInto('voteCounts')
      .values({ serviceId, contentId, voteType, voteCount: by, updatedAt: now })
      .onConflict((conflict) =>
        conflict
          .columns(['serviceId', 'contentId', 'voteType'])
          .doUpdateSet((eb) => ({ voteCount: eb('voteCounts.voteCount', '+', by), updatedAt: now })),
      )
      .execute();
  }
  await trx
    .deleteFrom('voteCounts')
    .where('serviceId', '=', serviceId)
    .where('contentId', '=', contentId)
    .where('voteCount', '=', 0)
    .execute();
  await changeVoteTotal(trx, serviceId, (change.like ?? 0) + (change.dislike ?? 0));
}

async function changeVoteTotal(trx: Transaction, serviceId: string, by: number): Promise<void> {
  if (by === 0) return;
  await trx
    .insertInto('voteTotals')
    .values({ serviceId, voteCount: by })
    .onConflict((conflict) =>
      conflict.columns(['serviceId']).doUpdateSet((eb) => ({ voteCount: eb('voteTotals.voteCount', '+', by) })),
    )
    .execute();
}

/** The transaction must hold the locks of the threads. */
export async function deleteVotes(trx: Transaction, serviceId: string, contentIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('votes').where('serviceId', '=', serviceId).where('contentId', 'in', contentIds).execute();
  const counts = await trx
    .deleteFrom('voteCounts')
    .where('serviceId', '=', serviceId)
    .where('contentId', 'in', contentIds)
    .returning('voteCount')
    .execute();
  await changeVoteTotal(trx, serviceId, -counts.reduce((sum, { voteCount }) => sum + voteCount, 0));
}

type VoteOfReader = Pick<VoteRow, 'serviceId' | 'contentId' | 'createdAt'> & { readonly voteType: VoteType };

export async function listVotesOfReader(
  db: Db,
  readerId: string,
  { after, limit }: { after?: { readonly serviceId: string; readonly contentId: string } | undefined; limit: number },
): Promise<VoteOfReader[]> {
  let query = db
    .selectFrom('votes')
    .select(['serviceId', 'contentId', 'voteType', 'createdAt'])
    .where('readerId', '=', readerId)
    .orderBy('serviceId')
    .orderBy('contentId')
    .limit(limit);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('serviceId', 'contentId'), '>', tuple(after.serviceId, after.contentId)),
    );
  }
  return query.execute();
}
