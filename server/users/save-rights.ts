import type { Transaction } from 'kysely';
import type { Role } from '#contract/admin-users.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest, invalid } from '../http/errors.ts';
import {
  acceptService,
  dropServices,
  holdUser,
  isConsoleFull,
  listKnownServiceIds,
  listServiceIdsOf,
  updateUser,
} from './user.repository.ts';

export interface Rights {
  readonly role?: Role | undefined;
  readonly serviceIds?: readonly string[] | undefined;
  readonly addServiceIds?: readonly string[] | undefined;
  readonly removeServiceIds?: readonly string[] | undefined;
}

export interface SavedRights {
  readonly roleBefore: Role;
  readonly role: Role;
  readonly serviceIds: readonly string[];
  readonly added: string[];
  readonly removed: string[];
  readonly revision: number;
}

/**
 * Saves changed rights. Undefined values stay unchanged; new users start as `normal`.
 * @throws {HttpError} for unknown services or too many console users.
 */
export async function saveRights(
  trx: Transaction<Tables>,
  { username, role, serviceIds, addServiceIds = [], removeServiceIds = [] }: Rights & { username: string },
  savedAt: string,
): Promise<SavedRights> {
  const { role: roleBefore, revision } = await holdUser(trx, { username, createdAt: savedAt });
  const isOtherRole = role !== undefined && role !== roleBefore;
  if (isOtherRole && roleBefore === 'normal') await requireRoomInConsole(trx);
  const accepted = await listServiceIdsOf(trx, username);
  const all = new Set([...(serviceIds ?? accepted), ...addServiceIds]);
  const wanted = [...all.difference(new Set(removeServiceIds))].sort();
  const added = wanted.filter((serviceId) => !accepted.includes(serviceId));
  const removed = accepted.filter((serviceId) => !wanted.includes(serviceId));
  await requireKnownServices(trx, added);
  for (const serviceId of added) await acceptService(trx, { username, serviceId, createdAt: savedAt });
  await dropServices(trx, { username, serviceIds: removed });
  const isRightsChange = isOtherRole || added.length + removed.length > 0;
  if (isRightsChange) {
    await updateUser(trx, username, { ...(isOtherRole && { role }), updatedAt: savedAt, isRightsChange });
  }
  const saved = { roleBefore, role: role ?? roleBefore, serviceIds: wanted, added, removed };
  return { ...saved, revision: revision + Number(isRightsChange) };
}

/** @throws {HttpError} when the maximum number of console users is reached. */
export async function requireRoomInConsole(db: Db): Promise<void> {
  if (await isConsoleFull(db)) throw badRequest(messages.tooManyUsers);
}

/** @throws {HttpError} for unknown services. */
export async function requireKnownServices(db: Db, serviceIds: readonly string[]): Promise<void> {
  const known = new Set(await listKnownServiceIds(db, serviceIds));
  if (!serviceIds.every((serviceId) => known.has(serviceId))) throw invalid({ serviceIds: fieldMessages.invalid });
}
