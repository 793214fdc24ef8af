import { PostgresAdapter, type Transaction } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { PoolFailureRow } from '../database/pool-tables.ts';
import type { Tables } from '../database/tables.ts';

/** Names of nobody that failures are kept of at most; the oldest give way. */
const MAX_UNKNOWN_NAMES = 10_000;

export type Failures = Omit<PoolFailureRow, 'isAccount'>;

/** The failures of a name, its row held until the transaction ends, so that attempts at once are counted one by one. */
export async function holdFailures(
  trx: Transaction<Tables>,
  name: { nameKey: string; isAccount: boolean; failedAt: string },
): Promise<Failures> {
  return trx
    .insertInto('poolFailures')
    .values({ ...name, isAccount: Number(name.isAccount), failures: 0, lockedUntil: null })
    .onConflict((conflict) => conflict.column('nameKey').doUpdateSet({ isAccount: Number(name.isAccount) }))
    .returning(['nameKey', 'failures', 'failedAt', 'lockedUntil'])
    .executeTakeFirstOrThrow();
}

export async function updateFailures(trx: Transaction<Tables>, { nameKey, ...change }: Failures): Promise<void> {
  await trx.updateTable('poolFailures').set(change).where('nameKey', '=', nameKey).execute();
}

/**
 * Forgets what is too old to count, and of names of nobody what is too much. Those that others hold at this moment are
 * left to them: nobody waits for two in different orders.
 */
export async function pruneFailures(
  trx: Transaction<Tables>,
  { failedBefore }: { failedBefore: string },
): Promise<void> {
  const isPostgres = trx.getExecutor().adapter instanceof PostgresAdapter;
  const newest = trx
    .selectFrom('poolFailures')
    .select('failedAt')
    .where('isAccount', '=', 0)
    .orderBy('failedAt', 'desc')
    .limit(1)
    .offset(MAX_UNKNOWN_NAMES);
  const superfluous = trx
    .selectFrom('poolFailures as old')
    .select('old.nameKey')
    .where(({ and, eb, or }) =>
      or([
        and([eb('old.isAccount', 'in', [0, 1]), eb('old.failedAt', '<', failedBefore)]),
        and([eb('old.isAccount', '=', 0), eb('old.failedAt', '<=', newest)]),
      ]),
    );
  await trx
    .deleteFrom('poolFailures')
    .where('nameKey', 'in', isPostgres ? superfluous.forUpdate().skipLocked() : superfluous)
    .execute();
}

export async function deleteFailures(db: Db | Transaction<Tables>, nameKeys: readonly string[]): Promise<void> {
  await db.deleteFrom('poolFailures').where('nameKey', 'in', nameKeys).execute();
}
