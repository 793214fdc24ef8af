import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { type Administrator, nowOf, recordAction, requireSomebodyElse, type UserTools } from './administration.ts';
import { getAccount } from './find-user.ts';
import { holdUser, updateUser } from './user.repository.ts';

export async function signOutUser(tools: UserTools, administrator: Administrator, name: string): Promise<void> {
  const { username } = await getAccount(tools, name);
  await tools.database.writer.transaction().execute(async (trx) => {
    await voidTokens(trx, tools, username);
    await recordAction(trx, tools, administrator, { action: 'signed-out-everywhere', target: username });
  });
  await tools.accounts.signOutEverywhere(username);
}

/** Invalidates the password, signs the user out and mails them a reset code. */
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
  requireSomebodyElse(administrator, username);
  await tools.accounts.disableMfa(username, administrator.caller);
  await tools.database.writer
    .transaction()
    .execute((trx) => recordAction(trx, tools, administrator, { action: 'mfa-disabled', target: username }));
}

async function voidTokens(trx: Transaction<Tables>, tools: UserTools, username: string): Promise<void> {
  const now = nowOf(tools);
  await holdUser(trx, { username, createdAt: now });
  await updateUser(trx, username, { tokensValidAfter: now });
}
