import type { Db } from '../database/connect.ts';
import type { PoolFailureRow } from '../database/pool-tables.ts';
import type { Transaction } from '../database/tables.ts';

const MAX_UNKNOWN_NAMES = 10_000;

export type Failures = Omit<PoolFailureRow, 'isAccount'>;

/** Locks the row, so that concurrent attempts are counted in turn. */
export async function lockFailures(
  trx: Transaction,
  name: { nameKey: string; isAccount: boolean; failedAt: string },
): Promise<Failures> {
  return trx
    .insertInto('poolFailures')
    .values({ ...name, isAccount: Number(name.isAccount), failures: 0, lockedUntil: null })
    .onConflict((conflict) => conflict.column('nameKey').doUpdateSet({ isAccount: Number(name.isAccount) }))
    .returning(['nameKey', 'failures', 'failedAt', 'lockedUntil'])
    .executeTakeFirstOrThrow();
}

export async function updateFailures(trx: Transaction, { nameKey, ...change }: Failures): Promise<void> {
  await trx.updateTable('poolFailures').set(change).where('nameKey', '=', nameKey).execute();
}

/** Run it in its own transaction, since counting holds row locks and must not wait. */
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

/** Subkeys continue with a dot. */
export async function deleteFailures(db: Db, nameKey: string): Promise<void> {
  await db.deleteFrom('poolFailures').where('nameKey', '>=', nameKey).where('nameKey', '<', `${nameKey}/`).execute();
}

/**
 * An expired window starts over. The row stays locked until the transaction ends, so that concurrent uses are counted
 * in turn.
 */
export async function countUse(
  trx: Transaction,
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

/** Run it in its own transaction, since counting holds counter locks and must not wait. */
export async function deleteOldCounters(db: Db, now: string): Promise<void> {
  await db.deleteFrom('poolCounters').where('endsAt', '<=', now).execute();
}

export async function deleteCounter(trx: Transaction, counterKey: string): Promise<void> {
  await trx.deleteFrom('poolCounters').where('counterKey', '=', counterKey).execute();
}

export async function isChallengeConsumed(db: Db, challengeId: string): Promise<boolean> {
  const query = db.selectFrom('poolUsedChallenges').select('challengeId').where('challengeId', '=', challengeId);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function consumeChallengeId(
  trx: Transaction,
  challenge: { challengeId: string; expiresAt: string },
  now: string,
): Promise<boolean> {
  await trx.deleteFrom('poolUsedChallenges').where('expiresAt', '<=', now).execute();
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('poolUsedChallenges')
    .values(challenge)
    .onConflict((conflict) => conflict.column('challengeId').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
