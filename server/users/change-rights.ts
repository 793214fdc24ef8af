import type { Role, UserNotes } from '#contract/admin-users.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import type { Db } from '../database/connect.ts';
import type { Transaction } from '../database/tables.ts';
import { badRequest, invalid, requireRevision } from '../http/errors.ts';
import {
  type Administrator,
  nowOf,
  recordAction,
  requireAnotherAdmin,
  requireOtherUser,
  type UserTools,
} from './administration.ts';
import { getAccount, presentUser } from './find-user.ts';
import {
  acceptService,
  dropServices,
  findNotes,
  isConsoleFull,
  listKnownServiceIds,
  listServiceIdsOf,
  lockUser,
  updateUser,
} from './user.repository.ts';

interface Change extends Rights, Notes {
  readonly revision?: number | undefined;
  readonly notesRevision?: number | undefined;
}

type Notes = { readonly [Name in keyof UserNotes]?: string | undefined };

/**
 * Effective at the next request. Returns the new revisions.
 * @throws {HttpError} for an outdated revision, the own admin role or that of the last administrator.
 */
export async function changeRights(
  tools: UserTools,
  administrator: Administrator,
  name: string,
  { revision, notesRevision, tel, address, memo, ...requested }: Change,
): Promise<{ revision: number; notesRevision: number }> {
  const account = await getAccount(tools, name);
  const { username } = account;
  const { role } = requested;
  const mayEndAdmin = role !== undefined && role !== 'admin';
  if (mayEndAdmin) requireOtherUser(administrator, username, messages.ownAdminRole);
  const saved = await tools.database.writer.transaction().execute(async (trx) => {
    if (mayEndAdmin) await requireAnotherAdmin(trx, username);
    await lockUser(trx, { username, createdAt: nowOf(tools) });
    const readCurrent = () => presentUser(trx, account);
    await requireRevision(revision, readCurrent);
    await requireRevision(notesRevision, readCurrent, (current) => current.notesRevision);
    const rights = await saveRights(trx, { username, ...requested }, nowOf(tools));
    const notes = await saveNotes(trx, tools, administrator, { username, notes: { tel, address, memo } });
    const { roleBefore: from, role: to, added, removed } = rights;
    if (from !== to) {
      await recordAction(trx, tools, administrator, {
        action: 'role-changed',
        target: username,
        details: { from, to },
      });
    }
    if (added.length + removed.length > 0) {
      const details = { added, removed };
      await recordAction(trx, tools, administrator, { action: 'services-changed', target: username, details });
    }
    return { ...rights, ...notes };
  });
  // Also done without changes, so that a failed call can be repeated.
  await tools.accounts.mirrorRights(username, saved);
  return { revision: saved.revision, notesRevision: saved.notesRevision };
}

/** The audit log gets the names of changed notes, not their content. */
async function saveNotes(
  trx: Transaction,
  tools: UserTools,
  administrator: Administrator,
  { username, notes }: { readonly username: string; readonly notes: Notes },
): Promise<{ notesRevision: number }> {
  const { notesRevision, ...stored } = await findNotes(trx, username);
  const changed = Object.entries(notes).filter(
    ([name, text]) => text !== undefined && text !== stored[name as keyof UserNotes],
  );
  if (changed.length === 0) return { notesRevision };
  const change = Object.fromEntries(changed);
  await updateUser(trx, username, { ...change, updatedAt: nowOf(tools), isNotesChange: true });
  const details = { names: changed.map(([name]) => name) };
  await recordAction(trx, tools, administrator, { action: 'attributes-changed', target: username, details });
  return { notesRevision: notesRevision + 1 };
}

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
 * Undefined values stay unchanged; new users start as `normal`.
 * @throws {HttpError} for unknown services or too many console users.
 */
export async function saveRights(
  trx: Transaction,
  { username, role, serviceIds, addServiceIds = [], removeServiceIds = [] }: Rights & { username: string },
  savedAt: string,
): Promise<SavedRights> {
  const { role: roleBefore, revision } = await lockUser(trx, { username, createdAt: savedAt });
  const isOtherRole = role !== undefined && role !== roleBefore;
  if (isOtherRole && roleBefore === 'normal') await requireRoomInConsole(trx);
  const accepted = await listServiceIdsOf(trx, username);
  const all = new Set([...(serviceIds ?? accepted), ...addServiceIds]);
  const requested = [...all.difference(new Set(removeServiceIds))].sort();
  const added = requested.filter((serviceId) => !accepted.includes(serviceId));
  const removed = accepted.filter((serviceId) => !requested.includes(serviceId));
  await requireKnownServices(trx, added);
  for (const serviceId of added) await acceptService(trx, { username, serviceId, createdAt: savedAt });
  await dropServices(trx, { username, serviceIds: removed });
  const isRightsChange = isOtherRole || added.length + removed.length > 0;
  if (isRightsChange) {
    await updateUser(trx, username, { ...(isOtherRole && { role }), updatedAt: savedAt, isRightsChange });
  }
  const saved = { roleBefore, role: role ?? roleBefore, serviceIds: requested, added, removed };
  return { ...saved, revision: revision + Number(isRightsChange) };
}

export async function requireRoomInConsole(db: Db): Promise<void> {
  if (await isConsoleFull(db)) throw badRequest(messages.tooManyUsers);
}

export async function requireKnownServices(db: Db, serviceIds: readonly string[]): Promise<void> {
  const known = new Set(await listKnownServiceIds(db, serviceIds));
  if (!serviceIds.every((serviceId) => known.has(serviceId))) throw invalid({ serviceIds: fieldMessages.invalid });
}
