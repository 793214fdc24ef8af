import { adminUserApi, type UserDetail } from '#contract/admin-users.ts';
import type { ParsedRequest } from '#contract/endpoint.ts';
import { messages } from '#contract/errors.ts';
import type { Transaction } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { badRequest } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import {
  type Administrator,
  nowOf,
  recordAction,
  requireAnotherAdmin,
  requireOtherUser,
  type UserTools,
} from './administration.ts';
import { changeRights, requireKnownServices, requireRoomInConsole, saveRights } from './change-rights.ts';
import { getAccount, getUser, listUsers, searchUsers } from './find-user.ts';
import { lockUser, updateUser } from './user.repository.ts';

const done = { message: messages.updateSuccess };

export function adminUserRoutes(api: Api, tools: UserTools): void {
  api.implement(adminUserApi.list, () => listUsers(tools));

  api.implement(adminUserApi.search, ({ query: { email, status, count, pageToken } }) =>
    searchUsers(tools, {
      email,
      pageToken,
      limit: count,
      isEnabled: status === undefined ? undefined : status === 'enabled',
    }),
  );

  api.implement(adminUserApi.read, ({ params }) => getUser(tools, params.username));

  api.implement(adminUserApi.create, ({ body, ...administrator }) => inviteUser(tools, administrator, body));

  api.implement(adminUserApi.update, async ({ params, body, ...administrator }) => {
    const { revision: _, notesRevision: __, ...change } = body;
    const isEmpty = Object.values(change).every((value) => value === undefined);
    if (isEmpty) throw badRequest(messages.dataEmpty);
    return { ...done, ...(await changeRights(tools, administrator, params.username, body)) };
  });

  api.implement(adminUserApi.setEnabled, async ({ params, body, ...administrator }) => {
    await setUserEnabled(tools, administrator, params.username, body.enabled);
    return done;
  });

  api.implement(adminUserApi.resetPassword, async ({ params, ...administrator }) => {
    const temporaryPassword = await resetUserPassword(tools, administrator, params.username);
    return { ...done, ...(temporaryPassword !== undefined && { temporaryPassword }) };
  });

  api.implement(adminUserApi.signOut, async ({ params, ...administrator }) => {
    await signOutUser(tools, administrator, params.username);
    return done;
  });
  api.implement(adminUserApi.disableMfa, async ({ params, ...administrator }) => {
    await disableUserMfa(tools, administrator, params.username);
    return done;
  });

  api.implement(adminUserApi.remove, async ({ params, ...administrator }) => {
    await removeUser(tools, administrator, params.username);
    return null;
  });
}

async function signOutUser(tools: UserTools, administrator: Administrator, name: string): Promise<void> {
  const { username } = await getAccount(tools, name);
  await tools.database.writer.transaction().execute(async (trx) => {
    await voidTokens(trx, tools, username);
    await recordAction(trx, tools, administrator, { action: 'signed-out-everywhere', target: username });
  });
  await tools.accounts.signOutEverywhere(username);
}

async function resetUserPassword(
  tools: UserTools,
  administrator: Administrator,
  name: string,
): Promise<string | undefined> {
  const { username } = await getAccount(tools, name);
  const temporaryPassword = await tools.accounts.resetPassword(username, administrator.caller);
  await tools.database.writer.transaction().execute(async (trx) => {
    await voidTokens(trx, tools, username);
    await recordAction(trx, tools, administrator, { action: 'password-reset-requested', target: username });
  });
  await tools.accounts.signOutEverywhere(username);
  return temporaryPassword;
}

async function disableUserMfa(tools: UserTools, administrator: Administrator, name: string): Promise<void> {
  const { username } = await getAccount(tools, name);
  requireOtherUser(administrator, username);
  await tools.accounts.disableMfa(username, administrator.caller);
  await tools.database.writer
    .transaction()
    .execute((trx) => recordAction(trx, tools, administrator, { action: 'mfa-disabled', target: username }));
}

async function voidTokens(trx: Transaction, tools: UserTools, username: string): Promise<void> {
  const now = nowOf(tools);
  await lockUser(trx, { username, createdAt: now });
  await updateUser(trx, username, { tokensValidAfter: now });
}

/** Creates the pool account first: if saving the rights fails, it has none and an administrator can add them. */
async function inviteUser(
  tools: UserTools,
  administrator: Administrator,
  { email, name, role, serviceIds, language }: ParsedRequest<typeof adminUserApi.create>['body'],
): Promise<UserDetail & { temporaryPassword?: string }> {
  const { database, accounts } = tools;
  const isForConsole = role !== 'normal';
  await requireKnownServices(database.writer, serviceIds);
  if (isForConsole) await requireRoomInConsole(database.writer);
  const { username, temporaryPassword } = await accounts.create(
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
  const user = await getUser(tools, username);
  return temporaryPassword === undefined ? user : { ...user, temporaryPassword };
}

/**
 * Rights go first, so that a partial failure leaves no access and can be repeated.
 * @throws {HttpError} for the own account or the last administrator.
 */
async function removeUser(tools: UserTools, administrator: Administrator, name: string): Promise<void> {
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
async function setUserEnabled(
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
