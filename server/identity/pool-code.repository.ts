import type { PoolCodeRow } from '../database/pool-tables.ts';
import type { Transaction } from '../database/tables.ts';

export async function saveCode(trx: Transaction, code: PoolCodeRow): Promise<void> {
  const { username: _, purpose: _purpose, ...change } = code;
  await trx
    .insertInto('poolCodes')
    .values(code)
    .onConflict((conflict) => conflict.columns(['username', 'purpose']).doUpdateSet(change))
    .execute();
}

export async function findCode(
  trx: Transaction,
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
  trx: Transaction,
  { username, purpose }: Pick<PoolCodeRow, 'username' | 'purpose'>,
): Promise<void> {
  await trx.deleteFrom('poolCodes').where('username', '=', username).where('purpose', '=', purpose).execute();
}
