import type { Transaction } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';

export async function replaceRecoveryCodes(
  trx: Transaction<Tables>,
  { username, codeHashes, createdAt }: { username: string; codeHashes: readonly string[]; createdAt: string },
): Promise<void> {
  await deleteRecoveryCodes(trx, username);
  await trx
    .insertInto('poolRecoveryCodes')
    .values(codeHashes.map((codeHash) => ({ username, codeHash, createdAt })))
    .execute();
}

export async function deleteRecoveryCodes(trx: Transaction<Tables>, username: string): Promise<void> {
  await trx.deleteFrom('poolRecoveryCodes').where('username', '=', username).execute();
}

export async function spendRecoveryCode(
  trx: Transaction<Tables>,
  { username, codeHash, usedAt }: { username: string; codeHash: string; usedAt: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('poolRecoveryCodes')
    .set({ usedAt })
    .where('username', '=', username)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countRecoveryCodes(db: Db | Transaction<Tables>, username: string): Promise<number> {
  const { left } = await db
    .selectFrom('poolRecoveryCodes')
    .select(({ fn }) => fn.countAll().as('left'))
    .where('username', '=', username)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}
