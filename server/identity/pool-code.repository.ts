import type { Transaction } from 'kysely';
import type { PoolCodeRow } from '../database/pool-tables.ts';
import type { Tables } from '../database/tables.ts';

export async function saveCode(trx: Transaction<Tables>, code: PoolCodeRow): Promise<void> {
  const { username: _, purpose: _purpose, ...change } = code;
  await trx
    .insertInto('poolCodes')
    .values(code)
    .onConflict((conflict) => conflict.columns(['username', 'purpose']).doUpdateSet(change))
    .execute();
}

export async function findCode(
  trx: Transaction<Tables>,
  { username, purpose }: Pick<PoolCodeRow, 'username' | 'purpose'>,
): Promise<PoolCodeRow | undefined> {
  return trx
    .selectFrom('poolCodes')
    .selectAll()
    .where('username', '=', username)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
}

export async function deleteCode(
  trx: Transaction<Tables>,
  { username, purpose }: Pick<PoolCodeRow, 'username' | 'purpose'>,
): Promise<void> {
  await trx.deleteFrom('poolCodes').where('username', '=', username).where('purpose', '=', purpose).execute();
}
