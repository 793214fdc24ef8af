import type { Transaction } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { PoolFailureRow } from '../database/pool-tables.ts';
import type { Tables } from '../database/tables.ts';

const MAX_UNKNOWN_NAMES = 10_000;

export type Failures = Omit<PoolFailureRow, 'isAccount'>;

/** Returns the failures under a key and locks the row, so that concurrent attempts are counted in turn. */
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
 * Deletes expired failures and excess rows of unknown names. Run it in its own transaction, since counting holds row
 * locks and must not wait.
 */
export async function pruneFailures(db: Db, { failedBefore }: { failedBefore: string }): Promise<void> {
  await db.deleteFrom('poolFailures').where('isAccount', 'in', [0, 1]).where('failedAt', '<', failedBefore).execute();
  const newest = db
    .selectFrom('poolFailures')
    .select('failedAt')
    .where('isAccount', '=', 0)
    .orderBy('failedAt', 'desc')
    .limit(1)
    .offset(MAX_UNKNOWN_NAMES);
  await db.deleteFrom('poolFailures').where('isAccount', '=', 0).where('failedAt', '<=', newest).execute();
}

/** Deletes failures of the key and of its subkeys, which continue with a dot. */
export async function deleteFailures(db: Db | Transaction<Tables>, nameKey: string): Promise<void> {
  await db.deleteFrom('poolFailures').where('nameKey', '>=', nameKey).where('nameKey', '<', `${nameKey}/`).execute();
}
