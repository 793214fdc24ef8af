import { PostgresAdapter, type Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';

/**
 * Counts one use, and says how many there have been since counting began. The row is held until the transaction
 * ends, so that uses at once are counted one by one. When the time is over, counting begins anew.
 */
export async function countUse(
  trx: Transaction<Tables>,
  { counterKey, now, endsAt }: { counterKey: string; now: string; endsAt: string },
): Promise<number> {
  await forgetOldCounters(trx, now);
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

/** Those that others hold at this moment are left to them: nobody waits for two counters in different orders. */
async function forgetOldCounters(trx: Transaction<Tables>, now: string): Promise<void> {
  const over = trx.selectFrom('poolCounters').select('counterKey').where('endsAt', '<=', now).limit(1000);
  const isPostgres = trx.getExecutor().adapter instanceof PostgresAdapter;
  await trx
    .deleteFrom('poolCounters')
    .where('counterKey', 'in', isPostgres ? over.forUpdate().skipLocked() : over)
    .execute();
}

export async function deleteCounter(trx: Transaction<Tables>, counterKey: string): Promise<void> {
  await trx.deleteFrom('poolCounters').where('counterKey', '=', counterKey).execute();
}
