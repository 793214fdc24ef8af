import type { Transaction } from 'kysely';
import type { adminUserApi, UserDetail } from '#contract/admin-users.ts';
import type { ParsedRequest } from '#contract/endpoint.ts';
import type { Tables } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import {
  type Administrator,
  nowOf,
  recordAction,
  requireAnotherAdmin,
  requireOtherUser,
  type UserTools,
} from './administration.ts';
import { requireKnownServices, requireRoomInConsole, saveRights } from './change-rights.ts';
import { getAccount, getUser } from './find-user.ts';
import { lockUser, updateUser } from './user.repository.ts';

export async function signOutUser(tools: UserTools, administrator: Administrator, name: string): Promise<void> {
  const { username } = await getAccount(tools, name);
  await tools.database.writer.transaction().execute(async (trx) => {
    await voidTokens(trx, tools, username);
    await recordAction(trx, tools, administrator, { action: 'signed-out-everywhere', target: username });
  });
  await tools.accounts.signOutEverywhere(username);
}

export async function resetUserPassword(tools: UserTools, administrator: Administrator, name: string): Promise<void> {
  const { username } = await getAccount(tools, name);
  await tools.accounts.resetPassword(username, administrator.caller);
  await tools.database.writer.transaction().execute(async (trx) => {
    await voidTokens(trx, tools, username);
    await recordAction(trx, tools, administrator, { action: 'password-reset-requested', target: username });
  });
  await tools.accounts.signOutEverywhere(username);
}

export async function disableUserMfa(tools: UserTools, administrator: Administrator, name: string): Promise<void> {
  const { username } = await getAccount(tools, name);
  requireOtherUser(administrator, username);
  await tools.accounts.disableMfa(username, administrator.caller);
  await tools.database.writer
    .transaction()
    .execute((trx) => recordAction(trx, tools, administrator, { action: 'mfa-disabled', target: username }));
}

async function voidTokens(trx: Transaction<Tables>, tools: UserTools, username: string): Promise<void> {
  const now = nowOf(tools);
  await lockUser(trx, { username, createdAt: now });
  await updateUser(trx, username, { tokensValidAfter: now });
}

/** Creates the pool account first: if saving the rights fails, it has none and an administrator can add them. */
export async function inviteUser(
  tools: UserTools,
  administrator: Administrator,
  { email, name, role, serviceIds, language }: ParsedRequest<typeof adminUserApi.create>['body'],
): Promise<UserDetail> {
  const { database, accounts } = tools;
  const isForConsole = role !== 'normal';
  await requireKnownServices(database.writer, serviceIds);
  if (isForConsole) await requireRoomInConsole(database.writer);
  const { username } = await accounts.create(
    { email, name, language: language ?? administrator.caller.language, isForConsole },
    administrator.caller,
  );
  const saved = await database.writer.transaction().execute(async (trx) => {
    const rights = await saveRights(trx, { username, role, serviceIds }, nowOf(tools));
    const details = { role, services: [...rights.serviceIds] };
    await recordAction(trx, tools, administrator, { action: 'account-created', target: username, details });
    return rights;
  });
  await accounts.mirrorRights(username, saved);
  return getUser(tools, username);
}

/**
 * Rights go first, so that a partial failure leaves no access and can be repeated.
 * @throws {HttpError} for the own account or the last administrator.
 */
export async function removeUser(tools: UserTools, administrator: Administrator, name: string): Promise<void> {
  const { username } = await getAccount(tools, name);
  requireOtherUser(administrator, username);
  await writeTransaction(tools.database.writer, async (trx) => {
    await requireAnotherAdmin(trx, username);
    await tools.deleteUser(trx, username);
    await recordAction(trx, tools, administrator, { action: 'account-deleted', target: username });
  });
  await tools.accounts.delete(username);
}

/**
 * Effective at the next request.
 * @throws {HttpError} for the own account or the last administrator.
 */
export async function setUserEnabled(
  tools: UserTools,
  administrator: Administrator,
  name: string,
  isEnabled: boolean,
): Promise<void> {
  const account = await getAccount(tools, name);
  const { username } = account;
  if (!isEnabled) requireOtherUser(administrator, username);
  // Disables our own table first and enables it last, so that a partial failure leaves the account disabled.
  if (isEnabled) await tools.accounts.setEnabled(username, true);
  await tools.database.writer.transaction().execute(async (trx) => {
    if (!isEnabled) await requireAnotherAdmin(trx, username);
    const updatedAt = nowOf(tools);
    const before = await lockUser(trx, { username, createdAt: updatedAt });
    if (before.isEnabled === isEnabled && account.isEnabled === isEnabled) return;
    await updateUser(trx, username, { isEnabled, updatedAt, ...(!isEnabled && { tokensValidAfter: updatedAt }) });
    const action = isEnabled ? 'account-enabled' : 'account-disabled';
    await recordAction(trx, tools, administrator, { action, target: username });
  });
  if (!isEnabled) await tools.accounts.setEnabled(username, false);
}
