import { type ExpressionBuilder, sql } from 'kysely';
import type { CommentStatus } from '#contract/service-configs.ts';
import type { Db } from '../../database/connect.ts';
import { pagesByKey } from '../../database/queries.ts';
import type { Tables, Transaction } from '../../database/tables.ts';

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
  'replyTo',
  'isSpam',
] as const;

export async function* listComments(db: Db, serviceId: string) {
  for (const isDeleted of [0, 1]) {
    const read = (after = '') =>
      db
        .selectFrom('comments')
        .select(columns)
        .where('serviceId', '=', serviceId)
        .where('isDeleted', '=', isDeleted)
        .where('commentId', '>', after)
        .orderBy('commentId')
        .limit(BATCH)
        .execute();
    for await (const comments of pagesByKey(read, ({ commentId }) => commentId)) yield* comments;
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

export async function insertCommentCounts(trx: Transaction, serviceId: string): Promise<void> {
  const counted = (eb: ExpressionBuilder<Tables, 'comments'>) =>
    (['publish', 'unpublish', 'unconfirm'] as const).map((status: CommentStatus) =>
      eb.fn
        .sum<number>(eb.case().when('publishStatus', '=', status).then(sql.lit(1)).else(sql.lit(0)).end())
        .as(`${status}Count` as const),
    );
  await trx
    .insertInto('talks')
    .columns(['serviceId', 'contentId', 'revision', 'updatedAt', 'publishCount', 'unpublishCount', 'unconfirmCount'])
    .expression((eb) =>
      eb
        .selectFrom('comments')
        .select(({ fn }) => ['serviceId', 'contentId', sql.lit(1).as('revision'), fn.max('createdAt').as('updatedAt')])
        .select(counted)
        .where('serviceId', '=', serviceId)
        .where('isDeleted', '=', 0)
        .groupBy(['serviceId', 'contentId']),
    )
    .execute();
  await trx
    .insertInto('commentTotals')
    .columns(['serviceId', 'publishCount', 'unpublishCount', 'unconfirmCount'])
    .expression((eb) =>
      eb
        .selectFrom('comments')
        .select('serviceId')
        .select(counted)
        .where('serviceId', '=', serviceId)
        .where('isDeleted', '=', 0)
        .groupBy('serviceId'),
    )
    .execute();
}

export async function insertVoteCounts(trx: Transaction, serviceId: string): Promise<void> {
  await trx
    .insertInto('voteCounts')
    .columns(['serviceId', 'contentId', 'voteType', 'voteCount', 'updatedAt'])
    .expression((eb) =>
      eb
        .selectFrom('votes')
        .select(({ fn }) => [
          'serviceId',
          'contentId',
          'voteType',
          fn.countAll<number>().as('voteCount'),
          fn.max('createdAt').as('updatedAt'),
        ])
        .where('serviceId', '=', serviceId)
        .groupBy(['serviceId', 'contentId', 'voteType']),
    )
    .execute();
}
