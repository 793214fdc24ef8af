import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Notes that a challenge is answered; false, if it was before. Those that have expired are forgotten. */
export async function spendChallenge(
  trx: Transaction<Tables>,
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
