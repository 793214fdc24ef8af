import type { Transaction } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';

/**
 * Counts one use and returns the total of the current window. An expired window starts over. The row stays locked until
 * the transaction ends, so that concurrent uses are counted in turn.
 */
export async function countUse(
  trx: Transaction<Tables>,
  { counterKey, now, endsAt }: { counterKey: string; now: string; endsAt: string },
): Promise<number> {
  const { uses } = await trx
    .insertInto('poolCounters')
    .values({ counterKey, uses: 1, endsAt })
    .onConflict((conflict) =>
      conflict.column('counterKey').doUpdateSet((eb) => {
        const isOver = eb('poolCounters.endsAt', '<=', now);
        return {
          uses: eb
            .case()
            .when(isOver)
            .then(1)
            .else(eb('poolCounters.uses', '+', 1))
            .end(),
          endsAt: eb.case().when(isOver).then(endsAt).else(eb.ref('poolCounters.endsAt')).end(),
        };
      }),
    )
    .returning('uses')
    .executeTakeFirstOrThrow();
  return uses;
}

/** Deletes expired counters. Run it in its own transaction, since counting holds counter locks and must not wait. */
export async function deleteOldCounters(db: Db, now: string): Promise<void> {
  await db.deleteFrom('poolCounters').where('endsAt', '<=', now).execute();
}

export async function deleteCounter(trx: Transaction<Tables>, counterKey: string): Promise<void> {
  await trx.deleteFrom('poolCounters').where('counterKey', '=', counterKey).execute();
}
