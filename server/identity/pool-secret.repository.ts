import type { Db } from '../database/connect.ts';
import type { PoolKeyRow, PoolUserRow } from '../database/pool-tables.ts';
import type { Transaction } from '../database/tables.ts';

export type SealedOfUser = Pick<PoolUserRow, 'username' | 'salt' | 'verifier' | 'totpSecret' | 'pendingTotpSecret'>;

export async function listSealedOfUsers(
  trx: Transaction,
  { after, limit }: { after: string; limit: number },
): Promise<SealedOfUser[]> {
  return trx
    .selectFrom('poolUsers')
    .select(['username', 'salt', 'verifier', 'totpSecret', 'pendingTotpSecret'])
    .where('username', '>', after)
    .orderBy('username')
    .limit(limit)
    .execute();
}

export async function updateSealedOfUser(trx: Transaction, { username, ...sealed }: SealedOfUser): Promise<void> {
  await trx.updateTable('poolUsers').set(sealed).where('username', '=', username).execute();
}

export async function listSealedKeys(trx: Transaction): Promise<{ kid: string; privateKey: string }[]> {
  return trx.selectFrom('poolKeys').select(['kid', 'privateKey']).execute();
}

export async function updateSealedKey(trx: Transaction, kid: string, privateKey: string): Promise<void> {
  await trx.updateTable('poolKeys').set({ privateKey }).where('kid', '=', kid).execute();
}

/** Keyed hashes cannot be re-encrypted with a new secret. */
export async function deleteKeyedHashes(trx: Transaction): Promise<void> {
  for (const table of ['poolCodes', 'poolRecoveryCodes', 'poolCounters', 'poolFailures'] as const) {
    await trx.deleteFrom(table).execute();
  }
}

export async function listPoolKeys(db: Db, { expiresAfter }: { expiresAfter: string }): Promise<PoolKeyRow[]> {
  return db
    .selectFrom('poolKeys')
    .selectAll()
    .where('expiresAt', '>', expiresAfter)
    .orderBy('createdAt', 'desc')
    .orderBy('kid', 'desc')
    .limit(100)
    .execute();
}

export async function findPoolKey(db: Db, kid: string): Promise<PoolKeyRow | undefined> {
  return db.selectFrom('poolKeys').selectAll().where('kid', '=', kid).executeTakeFirst();
}

export async function insertPoolKey(
  db: Db,
  key: PoolKeyRow,
  { expiresAfter }: { expiresAfter: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('poolKeys').where('expiresAt', '<=', expiresAfter).execute();
    await trx.insertInto('poolKeys').values(key).execute();
  });
}
