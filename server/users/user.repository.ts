import { PostgresAdapter, type Selectable } from 'kysely';
import { MAX_CONSOLE_USERS, type UserNotes } from '#contract/admin-users.ts';
import type { Db } from '../database/connect.ts';
import type { Transaction, UserRow } from '../database/tables.ts';
import type { Actor, Role } from '../http/actor.ts';
import { toInstant } from '../platform/clock.ts';

/** Returns undefined for disabled users and for tokens issued before the last global sign-out. */
export async function findActor(db: Db, username: string, issuedAt?: Date): Promise<Actor | undefined> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('userServices', 'userServices.username', 'users.username')
    .select(['users.role', 'users.tokensValidAfter', 'userServices.serviceId'])
    .where('users.username', '=', username)
    .where('users.isEnabled', '=', 1)
    .orderBy('userServices.serviceId')
    .execute();
  const [first] = rows;
  if (!first || isTooOld(issuedAt, first)) return undefined;
  const serviceIds = rows.flatMap(({ serviceId }) => (serviceId === null ? [] : [serviceId]));
  return { kind: 'user', username, role: toRole(first.role), serviceIds };
}

function isTooOld(issuedAt: Date | undefined, { tokensValidAfter }: Pick<UserRow, 'tokensValidAfter'>): boolean {
  return issuedAt !== undefined && tokensValidAfter !== null && toInstant(issuedAt) < tokensValidAfter;
}

const ROLES: readonly Role[] = ['admin', 'editor', 'viewer', 'normal'];
const CONSOLE_ROLES = ROLES.filter((role) => role !== 'normal');

function toRole(word: string): Role {
  return ROLES.find((role) => role === word) ?? 'normal';
}

export interface UserRights {
  readonly username: string;
  readonly role: Role;
  readonly isEnabled: boolean;
  readonly updatedAt: string | null;
  readonly revision: number;
}

const rightsColumns = ['username', 'role', 'isEnabled', 'updatedAt', 'rightsRevision'] as const;

function toRights(row: Pick<Selectable<UserRow>, (typeof rightsColumns)[number]>): UserRights {
  const { role, isEnabled, rightsRevision, ...rest } = row;
  return { ...rest, role: toRole(role), isEnabled: isEnabled === 1, revision: rightsRevision };
}

export async function listConsoleUsers(db: Db): Promise<UserRights[]> {
  const rows = await db
    .selectFrom('users')
    .select(rightsColumns)
    .where('role', 'in', CONSOLE_ROLES)
    .limit(MAX_CONSOLE_USERS)
    .execute();
  return rows.map(toRights);
}

export async function isConsoleFull(db: Db): Promise<boolean> {
  const last = db
    .selectFrom('users')
    .select('username')
    .where('role', 'in', CONSOLE_ROLES)
    .limit(1)
    .offset(MAX_CONSOLE_USERS - 1);
  return (await last.executeTakeFirst()) !== undefined;
}

export async function findRights(db: Db, usernames: readonly string[]): Promise<UserRights[]> {
  if (usernames.length === 0) return [];
  const rows = await db.selectFrom('users').select(rightsColumns).where('username', 'in', usernames).execute();
  return rows.map(toRights);
}

export async function insertUser(db: Db, user: Pick<UserRow, 'username' | 'role' | 'createdAt'>): Promise<void> {
  await db
    .insertInto('users')
    .values({ ...user, isEnabled: 1 })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .execute();
}

/** Locks the row until the transaction ends. Creates unknown users as `normal`. */
export async function lockUser(
  trx: Transaction,
  { username, createdAt }: { username: string; createdAt: string },
): Promise<UserRights> {
  const row = await trx
    .insertInto('users')
    .values({ username, role: 'normal', createdAt, isEnabled: 1 })
    .onConflict((conflict) => conflict.column('username').doUpdateSet((eb) => ({ role: eb.ref('users.role') })))
    .returning(rightsColumns)
    .executeTakeFirstOrThrow();
  return toRights(row);
}

const READY = ['CONFIRMED', 'EXTERNAL_PROVIDER'];

export async function lockEnabledAdmins(
  trx: Transaction,
): Promise<{ readonly username: string; readonly isReady: boolean }[]> {
  const rows = await trx
    .selectFrom('users')
    .select('username')
    .select(({ selectFrom }) =>
      selectFrom('poolUsers')
        .select('poolUsers.status')
        .whereRef('poolUsers.username', '=', 'users.username')
        .as('poolStatus'),
    )
    .where('role', '=', 'admin')
    .where('isEnabled', '=', 1)
    // Excludes accounts disabled in the embedded pool.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('poolUsers')
            .select('poolUsers.username')
            .whereRef('poolUsers.username', '=', 'users.username')
            .where('poolUsers.isEnabled', '=', 0),
        ),
      ),
    )
    .orderBy('username')
    .$if(trx.getExecutor().adapter instanceof PostgresAdapter, (query) => query.forNoKeyUpdate())
    .execute();
  return rows.map(({ username, poolStatus }) => ({
    username,
    isReady: poolStatus === null || READY.includes(poolStatus),
  }));
}

export async function findNotes(db: Db, username: string): Promise<UserNotes & { readonly notesRevision: number }> {
  const notes = await db
    .selectFrom('users')
    .select(['tel', 'address', 'memo', 'notesRevision'])
    .where('username', '=', username)
    .executeTakeFirst();
  return notes ?? { tel: '', address: '', memo: '', notesRevision: 1 };
}

export async function listServiceIdsOf(db: Db, username: string): Promise<string[]> {
  const rows = await db
    .selectFrom('userServices')
    .select('serviceId')
    .where('username', '=', username)
    .orderBy('serviceId')
    .execute();
  return rows.map(({ serviceId }) => serviceId);
}

export async function listKnownServiceIds(db: Db, serviceIds: readonly string[]): Promise<string[]> {
  if (serviceIds.length === 0) return [];
  const rows = await db.selectFrom('services').select('serviceId').where('serviceId', 'in', serviceIds).execute();
  return rows.map(({ serviceId }) => serviceId);
}

export async function acceptService(
  trx: Transaction,
  accepted: { username: string; serviceId: string; createdAt: string },
): Promise<void> {
  await trx
    .insertInto('userServices')
    .values(accepted)
    .onConflict((conflict) => conflict.columns(['username', 'serviceId']).doNothing())
    .execute();
}

export async function dropServices(
  trx: Transaction,
  { username, serviceIds }: { username: string; serviceIds: readonly string[] },
): Promise<void> {
  if (serviceIds.length === 0) return;
  await trx.deleteFrom('userServices').where('username', '=', username).where('serviceId', 'in', serviceIds).execute();
}

/** A service created by the CLI has no owner. */
export async function acceptServiceForAdmins(
  trx: Transaction,
  { serviceId, createdAt }: { serviceId: string; createdAt: string },
): Promise<void> {
  const admins = await trx.selectFrom('users').select('username').where('role', '=', 'admin').execute();
  for (const { username } of admins) {
    await acceptService(trx, { username, serviceId, createdAt });
    await updateUser(trx, username, { isRightsChange: true });
  }
}

export async function saveRole(
  trx: Transaction,
  { username, role, savedAt }: { username: string; role: Role; savedAt: string },
): Promise<void> {
  await trx
    .insertInto('users')
    .values({ username, role, createdAt: savedAt, isEnabled: 1 })
    .onConflict((conflict) =>
      conflict
        .column('username')
        .doUpdateSet((eb) => ({ role, updatedAt: savedAt, rightsRevision: eb('users.rightsRevision', '+', 1) })),
    )
    .execute();
}

export async function updateUser(
  trx: Transaction,
  username: string,
  {
    isEnabled,
    isRightsChange,
    isNotesChange,
    ...change
  }: {
    role?: Role;
    isRightsChange?: boolean;
    isNotesChange?: boolean;
    isEnabled?: boolean;
    tokensValidAfter?: string;
    updatedAt?: string;
    tel?: string | undefined;
    address?: string | undefined;
    memo?: string | undefined;
  },
): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({
      ...change,
      ...(isEnabled !== undefined && { isEnabled: Number(isEnabled) }),
      ...(isRightsChange && { rightsRevision: eb('rightsRevision', '+', 1) }),
      ...(isNotesChange && { notesRevision: eb('notesRevision', '+', 1) }),
    }))
    .where('username', '=', username)
    .execute();
}

export async function deleteRights(trx: Transaction, username: string): Promise<void> {
  await trx.deleteFrom('bulkChanges').where('username', '=', username).execute();
  await trx.deleteFrom('users').where('username', '=', username).execute();
}

/** Names of a former embedded pool may belong to others in the hosted pool, who must not inherit the rights. */
export async function disableUsersOfEmbeddedPool(trx: Transaction): Promise<void> {
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
