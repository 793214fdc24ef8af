import type { Transaction } from 'kysely';
import type { UserNotes } from '#contract/admin-users.ts';
import { messages } from '#contract/errors.ts';
import type { Tables } from '../database/tables.ts';
import { requireRevision } from '../http/errors.ts';
import { type Administrator, nowOf, recordAction, requireSomebodyElse, type UserTools } from './administration.ts';
import { getAccount, presentUser } from './find-user.ts';
import { requireAnotherAdmin } from './require-another-admin.ts';
import { type Rights, saveRights } from './save-rights.ts';
import { findNotes, holdUser, updateUser } from './user.repository.ts';

interface Change extends Rights, Notes {
  readonly revision?: number | undefined;
}

type Notes = { readonly [Name in keyof UserNotes]?: string | undefined };

/**
 * Changes role, services or notes, effective at the next request. Returns the new revision.
 * @throws {HttpError} for an outdated revision, the own admin role or that of the last administrator.
 */
export async function changeRights(
  tools: UserTools,
  administrator: Administrator,
  name: string,
  { revision, tel, address, memo, ...wanted }: Change,
): Promise<number> {
  const account = await getAccount(tools, name);
  const { username } = account;
  const { role } = wanted;
  const mayEndAdmin = role !== undefined && role !== 'admin';
  if (mayEndAdmin) requireSomebodyElse(administrator, username, messages.ownAdminRole);
  const saved = await tools.database.writer.transaction().execute(async (trx) => {
    if (mayEndAdmin) await requireAnotherAdmin(trx, username);
    await holdUser(trx, { username, createdAt: nowOf(tools) });
    await requireRevision(revision, () => presentUser(trx, account));
    const rights = await saveRights(trx, { username, ...wanted }, nowOf(tools));
    await saveNotes(trx, tools, administrator, { username, notes: { tel, address, memo } });
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
    return rights;
  });
  // Also done without changes, so that a failed call can be repeated.
  await tools.accounts.mirrorRights(username, saved);
  return saved.revision;
}

/** Audits the names of changed notes, not their content. */
async function saveNotes(
  trx: Transaction<Tables>,
  tools: UserTools,
  administrator: Administrator,
  { username, notes }: { readonly username: string; readonly notes: Notes },
): Promise<void> {
  const stored = await findNotes(trx, username);
  const changed = Object.entries(notes).filter(
    ([name, text]) => text !== undefined && text !== stored[name as keyof UserNotes],
  );
  if (changed.length === 0) return;
  await updateUser(trx, username, { ...Object.fromEntries(changed), updatedAt: nowOf(tools) });
  const details = { names: changed.map(([name]) => name) };
  await recordAction(trx, tools, administrator, { action: 'attributes-changed', target: username, details });
}
