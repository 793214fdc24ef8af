import type { Db } from '../database/connect.ts';
import type { Transaction } from '../database/tables.ts';

interface CountedAction {
  readonly limitKey: string;
  readonly now: string;
  readonly endsAt: string;
  readonly limit: number;
}

/**
 * Returns undefined when the limit is reached. Locks the row until the transaction ends, so that concurrent actions are
 * counted one after the other.
 */
export async function countAction(
  trx: Transaction,
  { limitKey, now, endsAt, limit }: CountedAction,
): Promise<number | undefined> {
  const row = await trx
    .insertInto('sharedLimits')
    .values({ limitKey, uses: 1, endsAt })
    .onConflict((conflict) =>
      conflict
        .column('limitKey')
        .doUpdateSet((eb) => {
          const isExpired = eb('sharedLimits.endsAt', '<=', now);
          return {
            uses: eb
              .case()
              .when(isExpired)
              .then(1)
              .else(eb('sharedLimits.uses', '+', 1))
              .end(),
            endsAt: eb.case().when(isExpired).then(endsAt).else(eb.ref('sharedLimits.endsAt')).end(),
          };
        })
        .where((eb) => eb.or([eb('sharedLimits.endsAt', '<=', now), eb('sharedLimits.uses', '<', limit)])),
    )
    .returning('uses')
    .executeTakeFirst();
  return row?.uses;
}

export async function findCount(
  db: Db,
  limitKey: string,
  now: string,
): Promise<{ uses: number; endsAt: string } | undefined> {
  return db
    .selectFrom('sharedLimits')
    .select(['uses', 'endsAt'])
    .where('limitKey', '=', limitKey)
    .where('endsAt', '>', now)
    .executeTakeFirst();
}

export async function deleteExpiredCounts(db: Db, now: string): Promise<void> {
  await db.deleteFrom('sharedLimits').where('endsAt', '<=', now).execute();
}
