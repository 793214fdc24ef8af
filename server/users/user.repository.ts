import type { Transaction } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { Tables, UserRow } from '../database/tables.ts';
import type { Actor, Role } from '../platform/actor.ts';

/** What a user may do now. */
export async function findActor(db: Db, username: string): Promise<Actor | undefined> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('userServices', 'userServices.username', 'users.username')
    .select(['users.role', 'userServices.serviceId'])
    .where('users.username', '=', username)
    .orderBy('userServices.serviceId')
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  const serviceIds = rows.flatMap(({ serviceId }) => (serviceId === null ? [] : [serviceId]));
  return { username, role: toRole(first.role), serviceIds };
}

const ROLES: readonly Role[] = ['admin', 'editor', 'viewer', 'normal'];

/** A word that this version does not know gives no rights. */
function toRole(word: string): Role {
  return ROLES.find((role) => role === word) ?? 'normal';
}

export async function insertUser(trx: Transaction<Tables>, user: Omit<UserRow, 'updatedAt'>): Promise<void> {
  await trx
    .insertInto('users')
    .values({ ...user, updatedAt: null })
    .execute();
}

/** Lets a user work on a service; nothing happens where they may already. */
export async function acceptService(
  trx: Transaction<Tables>,
  accepted: { username: string; serviceId: string; createdAt: string },
): Promise<void> {
  await trx
    .insertInto('userServices')
    .values(accepted)
    .onConflict((conflict) => conflict.columns(['username', 'serviceId']).doNothing())
    .execute();
}

/** Lets every administrator work on a service that nobody in particular has made. */
export async function acceptServiceForAdmins(
  trx: Transaction<Tables>,
  { serviceId, createdAt }: { serviceId: string; createdAt: string },
): Promise<void> {
  const admins = await trx.selectFrom('users').select('username').where('role', '=', 'admin').execute();
  for (const { username } of admins) await acceptService(trx, { username, serviceId, createdAt });
}

/** Gives a user a role, and makes the user where there is none. */
export async function saveRole(
  trx: Transaction<Tables>,
  { username, role, savedAt }: { username: string; role: Role; savedAt: string },
): Promise<void> {
  await trx
    .insertInto('users')
    .values({ username, role, createdAt: savedAt, updatedAt: null })
    .onConflict((conflict) => conflict.column('username').doUpdateSet({ role, updatedAt: savedAt }))
    .execute();
}
