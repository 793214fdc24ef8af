import type { Db } from '../database/connect.ts';

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
