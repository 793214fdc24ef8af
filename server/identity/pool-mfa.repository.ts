import type { Db } from '../database/connect.ts';
import type { Transaction } from '../database/tables.ts';

export interface PoolTotp {
  readonly pendingSecret: string | null;
  readonly secret: string | null;
  readonly isEnabled: boolean;
}

export async function findTotp(db: Db, username: string): Promise<PoolTotp | undefined> {
  const row = await db
    .selectFrom('poolUsers')
    .select(['pendingTotpSecret', 'totpSecret', 'isTotpEnabled'])
    .where('username', '=', username)
    .executeTakeFirst();
  return row && { pendingSecret: row.pendingTotpSecret, secret: row.totpSecret, isEnabled: row.isTotpEnabled === 1 };
}

export async function savePendingTotpSecret(db: Db, username: string, pendingTotpSecret: string): Promise<void> {
  await db.updateTable('poolUsers').set({ pendingTotpSecret }).where('username', '=', username).execute();
}

export async function confirmTotpSecret(
  trx: Transaction,
  { username, secret, step }: { username: string; secret: string; step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('poolUsers')
    .set({ totpSecret: secret, pendingTotpSecret: null, lastTotpStep: step })
    .where('username', '=', username)
    .where('pendingTotpSecret', '=', secret)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function saveFirstTotp(
  trx: Transaction,
  { username, secret, step }: { username: string; secret: string; step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('poolUsers')
    .set({ totpSecret: secret, pendingTotpSecret: null, lastTotpStep: step, isTotpEnabled: 1 })
    .where('username', '=', username)
    .where('isTotpEnabled', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** MFA cannot be enabled without a confirmed secret. */
export async function saveTotpEnabled(trx: Transaction, username: string, isEnabled: boolean): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('poolUsers')
    .set({ isTotpEnabled: Number(isEnabled) })
    .where('username', '=', username)
    .where('isTotpEnabled', '=', Number(!isEnabled))
    .where('totpSecret', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function clearTotp(trx: Transaction, username: string): Promise<void> {
  await trx
    .updateTable('poolUsers')
    .set({ totpSecret: null, pendingTotpSecret: null, lastTotpStep: null, isTotpEnabled: 0 })
    .where('username', '=', username)
    .execute();
}

/** Returns false if the step was used, or the secret changed meanwhile. */
export async function consumeTotpStep(
  trx: Transaction,
  { username, secret, step }: { username: string; secret: string; step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('poolUsers')
    .set({ lastTotpStep: step })
    .where('username', '=', username)
    .where('totpSecret', '=', secret)
    .where('isTotpEnabled', '=', 1)
    .where(({ eb, or }) => or([eb('lastTotpStep', 'is', null), eb('lastTotpStep', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function replaceRecoveryCodes(
  trx: Transaction,
  { username, codeHashes, createdAt }: { username: string; codeHashes: readonly string[]; createdAt: string },
): Promise<void> {
  await deleteRecoveryCodes(trx, username);
  await trx
    .insertInto('poolRecoveryCodes')
    .values(codeHashes.map((codeHash) => ({ username, codeHash, createdAt })))
    .execute();
}

export async function deleteRecoveryCodes(trx: Transaction, username: string): Promise<void> {
  await trx.deleteFrom('poolRecoveryCodes').where('username', '=', username).execute();
}

export async function consumeRecoveryCodeHash(
  trx: Transaction,
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

export async function countRecoveryCodes(db: Db, username: string): Promise<number> {
  const { left } = await db
    .selectFrom('poolRecoveryCodes')
    .select(({ fn }) => fn.countAll().as('left'))
    .where('username', '=', username)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}
