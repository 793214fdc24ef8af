import type { Db } from '../database/connect.ts';
import type { PoolUserRow, PoolUserStatus } from '../database/pool-tables.ts';
import type { Transaction } from '../database/tables.ts';

export interface PoolUser {
  readonly username: string;
  readonly sub: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly verifiedEmail: string | null;
  readonly attributes: PoolUserAttributes;
  readonly status: PoolUserStatus;
  readonly isEnabled: boolean;
  readonly salt: string;
  readonly verifier: string;
  readonly totpSecret: string | null;
  readonly isTotpEnabled: boolean;
  readonly createdAt: string;
  readonly updatedAt: string | null;
}

export interface PoolUserAttributes {
  readonly name: string;
  readonly updated_at: string;
  readonly [name: string]: string;
}

export function toAccountKey(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

/**
 * Ignores case. User names contain no `@`. For an unverified address, returns the newest account that claims it and has
 * no verified one.
 */
export async function findPoolUser(db: Db, name: string): Promise<PoolUser | undefined> {
  const key = toAccountKey(name);
  const query = db.selectFrom('poolUsers').selectAll();
  const row = key.includes('@')
    ? await query
        .where(({ and, eb, or }) =>
          or([eb('emailKey', '=', key), and([eb('pendingEmailKey', '=', key), eb('verifiedEmail', 'is', null)])]),
        )
        .orderBy(({ eb }) => eb.case().when('emailKey', '=', key).then(0).else(1).end())
        .orderBy('createdAt', 'desc')
        .limit(1)
        .executeTakeFirst()
    : await query.where('username', '=', key).executeTakeFirst();
  return row && toPoolUser(row);
}

export async function lockPoolUser(trx: Transaction, username: string): Promise<PoolUser | undefined> {
  const row = await trx
    .updateTable('poolUsers')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('username', '=', username)
    .returningAll()
    .executeTakeFirst();
  return row && toPoolUser(row);
}

export async function findEmailOwner(db: Db, email: string): Promise<PoolUser | undefined> {
  const row = await db
    .selectFrom('poolUsers')
    .selectAll()
    .where('emailKey', '=', toAccountKey(email))
    .where('verifiedEmail', 'is not', null)
    .executeTakeFirst();
  return row && toPoolUser(row);
}

function toPoolUser(row: PoolUserRow): PoolUser {
  const { isEmailVerified, isEnabled, isTotpEnabled, attributes, status, ...same } = row;
  const { emailKey: _, pendingEmailKey: _pending, lastTotpStep: _step, pendingTotpSecret: _totp, ...stored } = same;
  return {
    ...stored,
    isEmailVerified: isEmailVerified === 1,
    isTotpEnabled: isTotpEnabled === 1,
    isEnabled: isEnabled === 1,
    attributes: JSON.parse(attributes),
    status,
  };
}

export async function isAnyPoolUser(db: Db): Promise<boolean> {
  return (await db.selectFrom('poolUsers').select('username').limit(1).executeTakeFirst()) !== undefined;
}

export async function insertPoolUser(trx: Transaction, user: PoolUser): Promise<void> {
  const { attributes, isEmailVerified, isEnabled, isTotpEnabled, ...row } = user;
  const key = toAccountKey(user.email);
  await trx
    .insertInto('poolUsers')
    .values({
      ...row,
      emailKey: isEmailVerified ? key : user.username,
      pendingEmailKey: isEmailVerified ? null : key,
      isEmailVerified: Number(isEmailVerified),
      isEnabled: Number(isEnabled),
      isTotpEnabled: Number(isTotpEnabled),
      attributes: JSON.stringify(attributes),
    })
    .execute();
}

export async function updatePassword(
  trx: Transaction,
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

export async function savePendingEmail(trx: Transaction, username: string, email: string): Promise<void> {
  await trx
    .updateTable('poolUsers')
    .set({ email, isEmailVerified: 0, pendingEmailKey: toAccountKey(email) })
    .where('username', '=', username)
    .execute();
}

/** Also confirms UNCONFIRMED accounts. The unique index rejects an address that another account has verified. */
export async function saveVerifiedEmail(
  trx: Transaction,
  { username, status }: Pick<PoolUser, 'username' | 'status'>,
  email: string,
): Promise<void> {
  await trx
    .updateTable('poolUsers')
    .set({
      email,
      verifiedEmail: email,
      emailKey: toAccountKey(email),
      pendingEmailKey: null,
      isEmailVerified: 1,
      status: status === 'UNCONFIRMED' ? 'CONFIRMED' : status,
    })
    .where('username', '=', username)
    .execute();
}

export async function saveAttributes(
  trx: Transaction,
  username: string,
  { attributes, updatedAt }: { attributes: PoolUserAttributes; updatedAt: string },
): Promise<void> {
  await trx
    .updateTable('poolUsers')
    .set({ attributes: JSON.stringify(attributes), updatedAt })
    .where('username', '=', username)
    .execute();
}

export async function listSignUpsBefore(db: Db, createdBefore: string): Promise<string[]> {
  const rows = await db
    .selectFrom('poolUsers')
    .select('username')
    .where('status', '=', 'UNCONFIRMED')
    .where('createdAt', '<', createdBefore)
    .limit(1000)
    .execute();
  return rows.map(({ username }) => username);
}

export async function listSignUps(db: Db, email: string): Promise<PoolUser[]> {
  const rows = await db
    .selectFrom('poolUsers')
    .selectAll()
    .where('status', '=', 'UNCONFIRMED')
    .where('pendingEmailKey', '=', toAccountKey(email))
    .orderBy('createdAt', 'desc')
    .limit(10)
    .execute();
  return rows.map(toPoolUser);
}

export async function listOlderSignUps(db: Db, email: string, { newest }: { newest: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('poolUsers')
    .select('username')
    .where('status', '=', 'UNCONFIRMED')
    .where('pendingEmailKey', '=', toAccountKey(email))
    .orderBy('createdAt', 'desc')
    .limit(1000)
    .offset(newest)
    .execute();
  return rows.map(({ username }) => username);
}

export async function deleteSignUp(trx: Transaction, username: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('poolUsers')
    .where('username', '=', username)
    .where('status', '=', 'UNCONFIRMED')
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deletePoolUser(trx: Transaction, username: string): Promise<void> {
  await trx.deleteFrom('poolUsers').where('username', '=', username).execute();
}

export async function enablePoolUser(trx: Transaction, username: string): Promise<void> {
  await trx.updateTable('poolUsers').set({ isEnabled: 1 }).where('username', '=', username).execute();
}

export async function isAnyPoolAdmin(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .innerJoin('poolUsers', 'poolUsers.username', 'users.username')
    .select('users.username')
    .where('users.role', '=', 'admin')
    .where('poolUsers.isEnabled', '=', 1)
    .where('users.isEnabled', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function listServiceIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('services').select('serviceId').orderBy('serviceId').execute();
  return rows.map(({ serviceId }) => serviceId);
}
