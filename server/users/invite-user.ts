import type { adminUserApi, UserDetail } from '#contract/admin-users.ts';
import type { ParsedRequest } from '#contract/endpoint.ts';
import { type Administrator, nowOf, recordAction, type UserTools } from './administration.ts';
import { getUser } from './find-user.ts';
import { requireKnownServices, requireRoomInConsole, saveRights } from './save-rights.ts';

/**
 * Creates an account with rights and mails an invitation. The pool account is created first: if saving the rights
 * fails, it has none and an administrator can add them.
 */
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
