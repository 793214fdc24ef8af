import type { Transaction } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';

/** Gives an account that a hosted pool has made the rights of a `normal` user; nothing happens where it has rights. */
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

/** Their names may be somebody else's in another pool, who must not find their rights. */
export async function disableUsersOfEmbeddedPool(trx: Transaction<Tables>): Promise<void> {
  await trx
    .updateTable('users')
    .set({ isEnabled: 0 })
    .where('isEnabled', '=', 1)
    .where('username', 'in', (eb) => eb.selectFrom('poolUsers').select('poolUsers.username'))
    .execute();
}

/** Whether some administrator may enter, as far as our own tables tell. */
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
