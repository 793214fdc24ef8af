import type { Db } from '../../database/connect.ts';

const BATCH = 500;

const columns = [
  'commentId',
  'contentId',
  'body',
  'nickname',
  'age',
  'area',
  'publishStatus',
  'heldFor',
  'authorId',
  'createdAt',
  'updatedAt',
  'deletedAt',
  'deletedBy',
] as const;

export async function* listComments(db: Db, serviceId: string) {
  for (const isDeleted of [0, 1]) {
    for (let after = ''; ; ) {
      const rows = await db
        .selectFrom('comments')
        .select(columns)
        .where('serviceId', '=', serviceId)
        .where('isDeleted', '=', isDeleted)
        .where('commentId', '>', after)
        .orderBy('commentId')
        .limit(BATCH)
        .execute();
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) break;
      after = last.commentId;
    }
  }
}

export async function listVotedContents(db: Db, serviceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('votes')
    .select('contentId')
    .distinct()
    .where('serviceId', '=', serviceId)
    .orderBy('contentId')
    .execute();
  return rows.map(({ contentId }) => contentId);
}

export async function listVotes(db: Db, serviceId: string, contentId: string) {
  return db
    .selectFrom('votes')
    .select(['readerId', 'voteType', 'createdAt'])
    .where('serviceId', '=', serviceId)
    .where('contentId', '=', contentId)
    .execute();
}
