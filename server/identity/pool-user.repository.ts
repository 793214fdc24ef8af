import type { Transaction } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { PoolUserRow, Tables } from '../database/tables.ts';

/** Cognito's words for what an account may do next. */
export type PoolUserStatus = 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD';

/** An account of the pool. Salt and verifier are sealed. */
export interface PoolUser {
  readonly username: string;
  readonly sub: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly attributes: PoolUserAttributes;
  readonly status: PoolUserStatus;
  readonly isEnabled: boolean;
  readonly salt: string;
  readonly verifier: string;
}

export interface PoolUserAttributes {
  readonly name: string;
  /** Epoch seconds in digits, as Cognito has it. */
  readonly updated_at: string;
}

/** User names and addresses are one whatever their case. */
export function toAccountKey(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

/** The account with this user name or e-mail address, in any case. User names hold no `@`. */
export async function findPoolUser(db: Db, name: string): Promise<PoolUser | undefined> {
  const key = toAccountKey(name);
  const row = await db
    .selectFrom('poolUsers')
    .selectAll()
    .where(key.includes('@') ? 'emailKey' : 'username', '=', key)
    .executeTakeFirst();
  return row && toPoolUser(row);
}

function toPoolUser({ username, sub, email, salt, verifier, ...row }: PoolUserRow): PoolUser {
  const { isEmailVerified, isEnabled, attributes, status } = row;
  return {
    ...{ username, sub, email, salt, verifier },
    isEmailVerified: isEmailVerified === 1,
    isEnabled: isEnabled === 1,
    attributes: JSON.parse(attributes),
    status: status as PoolUserStatus,
  };
}

export async function isAnyPoolUser(db: Db): Promise<boolean> {
  return (await db.selectFrom('poolUsers').select('username').limit(1).executeTakeFirst()) !== undefined;
}

export async function insertPoolUser(trx: Transaction<Tables>, user: PoolUser & { createdAt: string }): Promise<void> {
  const { attributes, isEmailVerified, isEnabled, ...row } = user;
  await trx
    .insertInto('poolUsers')
    .values({
      ...row,
      emailKey: toAccountKey(user.email),
      isEmailVerified: Number(isEmailVerified),
      isEnabled: Number(isEnabled),
      attributes: JSON.stringify(attributes),
      updatedAt: null,
    })
    .execute();
}

/** A new password; nothing happens where the old one has been replaced meanwhile. Answers whether it did. */
export async function updatePassword(
  trx: Transaction<Tables>,
  user: Pick<PoolUser, 'username' | 'verifier'>,
  { attributes, ...change }: Pick<PoolUser, 'salt' | 'verifier' | 'status' | 'attributes'> & { updatedAt: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('poolUsers')
    .set({ ...change, attributes: JSON.stringify(attributes) })
    .where('username', '=', user.username)
    .where('verifier', '=', user.verifier)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function enablePoolUser(trx: Transaction<Tables>, username: string): Promise<void> {
  await trx.updateTable('poolUsers').set({ isEnabled: 1 }).where('username', '=', username).execute();
}

/** Whether some administrator can sign in. */
export async function isAnyAdmin(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .innerJoin('poolUsers', 'poolUsers.username', 'users.username')
    .select('users.username')
    .where('users.role', '=', 'admin')
    .where('poolUsers.isEnabled', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function listServiceIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('services').select('serviceId').orderBy('serviceId').execute();
  return rows.map(({ serviceId }) => serviceId);
}
