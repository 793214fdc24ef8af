import type { Transaction } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';

/** What is kept of an account's authenticator app. Secrets are sealed. */
export interface PoolTotp {
  readonly pendingSecret: string | null;
  readonly secret: string | null;
  readonly isEnabled: boolean;
}

export async function findTotp(db: Db | Transaction<Tables>, username: string): Promise<PoolTotp | undefined> {
  const row = await db
    .selectFrom('poolUsers')
    .select(['pendingTotpSecret', 'totpSecret', 'isTotpEnabled'])
    .where('username', '=', username)
    .executeTakeFirst();
  return row && { pendingSecret: row.pendingTotpSecret, secret: row.totpSecret, isEnabled: row.isTotpEnabled === 1 };
}

/** Keeps a secret until its first code comes; the one before it goes on being good. */
export async function savePendingTotpSecret(db: Db, username: string, pendingTotpSecret: string): Promise<void> {
  await db.updateTable('poolUsers').set({ pendingTotpSecret }).where('username', '=', username).execute();
}

/** The secret whose first code has come; nothing happens where that step, or another secret, was taken meanwhile. */
export async function confirmTotpSecret(
  trx: Transaction<Tables>,
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

/** The first secret of an account that has to have one, at once in use; nothing happens where there is one in use. */
export async function saveFirstTotp(
  trx: Transaction<Tables>,
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

/** Whether that changes anything: without a confirmed secret nothing is switched on. */
export async function saveTotpEnabled(
  trx: Transaction<Tables>,
  username: string,
  isEnabled: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('poolUsers')
    .set({ isTotpEnabled: Number(isEnabled) })
    .where('username', '=', username)
    .where('isTotpEnabled', '=', Number(!isEnabled))
    .where('totpSecret', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes the app away, and with it the second step. */
export async function forgetTotp(trx: Transaction<Tables>, username: string): Promise<void> {
  await trx
    .updateTable('poolUsers')
    .set({ totpSecret: null, pendingTotpSecret: null, lastTotpStep: null, isTotpEnabled: 0 })
    .where('username', '=', username)
    .execute();
}

/** Takes a time step and all before it; false, if it was taken, or the secret is another one meanwhile. */
export async function spendTotpStep(
  trx: Transaction<Tables>,
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
