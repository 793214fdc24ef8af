import type { Transaction } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';

export async function welcomeUser(db: Db, user: { username: string; createdAt: string }): Promise<void> {
  await db
    .insertInto('users')
    .values({ ...user, role: 'normal', isEnabled: 1 })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .execute();
}

export async function isUser(db: Db, username: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('username').where('username', '=', username).executeTakeFirst();
  return row !== undefined;
}

/** Names of a former embedded pool may belong to others in the hosted pool, who must not inherit the rights. */
export async function disableUsersOfEmbeddedPool(trx: Transaction<Tables>): Promise<void> {
  await trx
    .updateTable('users')
    .set({ isEnabled: 0 })
    .where('isEnabled', '=', 1)
    .where('username', 'in', (eb) => eb.selectFrom('poolUsers').select('poolUsers.username'))
    .execute();
}

/** Checks our own tables only, not the hosted pool. */
export async function isAnyAdmin(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('username')
    .where('role', '=', 'admin')
    .where('isEnabled', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
