import { type ExpressionBuilder, sql, type Transaction } from 'kysely';
import type { CommentStatus } from '#contract/service-configs.ts';
import type { Tables } from '../../database/tables.ts';

export async function countComments(trx: Transaction<Tables>, serviceId: string): Promise<void> {
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

export async function countVotes(trx: Transaction<Tables>, serviceId: string): Promise<void> {
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
