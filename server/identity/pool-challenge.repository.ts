import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Marks a challenge as used and deletes expired ones. Returns false if it was used before. */
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
