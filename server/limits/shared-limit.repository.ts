import type { Transaction } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';

export interface WantedUse {
  readonly limitKey: string;
  readonly now: string;
  readonly endsAt: string;
  readonly most: number;
}

/**
 * Counts one use and returns the total, or undefined when the limit is reached. Locks the row until the transaction
 * ends, so that concurrent uses are counted in turn.
 */
export async function takeUse(
  trx: Transaction<Tables>,
  { limitKey, now, endsAt, most }: WantedUse,
): Promise<{ uses: number } | undefined> {
  return trx
    .insertInto('sharedLimits')
    .values({ limitKey, uses: 1, endsAt })
    .onConflict((conflict) =>
      conflict
        .column('limitKey')
        .doUpdateSet((eb) => {
          const isOver = eb('sharedLimits.endsAt', '<=', now);
          return {
            uses: eb
              .case()
              .when(isOver)
              .then(1)
              .else(eb('sharedLimits.uses', '+', 1))
              .end(),
            endsAt: eb.case().when(isOver).then(endsAt).else(eb.ref('sharedLimits.endsAt')).end(),
          };
        })
        .where((eb) => eb.or([eb('sharedLimits.endsAt', '<=', now), eb('sharedLimits.uses', '<', most)])),
    )
    .returning('uses')
    .executeTakeFirst();
}

export async function findCount(
  db: Db | Transaction<Tables>,
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

export async function deleteOldLimits(db: Db, now: string): Promise<void> {
  await db.deleteFrom('sharedLimits').where('endsAt', '<=', now).execute();
}
