import type { Db } from '../database/connect.ts';
import type { PoolIdentityRow } from '../database/pool-tables.ts';
import type { Transaction } from '../database/tables.ts';

export async function findIdentity(
  db: Db,
  { provider, subject }: Pick<PoolIdentityRow, 'provider' | 'subject'>,
): Promise<PoolIdentityRow | undefined> {
  return db
    .selectFrom('poolIdentities')
    .selectAll()
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

export async function listIdentities(db: Db, username: string): Promise<PoolIdentityRow[]> {
  return db.selectFrom('poolIdentities').selectAll().where('username', '=', username).orderBy('provider').execute();
}

/** Locks the rows, so that the second of two concurrent removals sees the first. */
export async function lockIdentities(trx: Transaction, username: string): Promise<PoolIdentityRow[]> {
  return trx
    .updateTable('poolIdentities')
    .set(({ ref }) => ({ username: ref('username') }))
    .where('username', '=', username)
    .returningAll()
    .execute();
}

export async function insertIdentity(trx: Transaction, identity: PoolIdentityRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('poolIdentities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function deleteIdentity(
  trx: Transaction,
  { provider, username }: Pick<PoolIdentityRow, 'provider' | 'username'>,
): Promise<void> {
  await trx.deleteFrom('poolIdentities').where('provider', '=', provider).where('username', '=', username).execute();
}
