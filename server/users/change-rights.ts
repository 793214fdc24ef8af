import { messages } from '#contract/errors.ts';
import { type Administrator, nowOf, recordDeed, requireSomebodyElse, type UserTools } from './administration.ts';
import { getAccount } from './find-user.ts';
import { requireAnotherAdmin } from './require-another-admin.ts';
import { type Rights, saveRights } from './save-rights.ts';

/**
 * Gives an account another role, or other services to work on, from its next request on.
 * @throws {Refusal} where the administrator's own role would go, or that of the last one.
 */
export async function changeRights(
  tools: UserTools,
  administrator: Administrator,
  name: string,
  { role, serviceIds }: Rights,
): Promise<void> {
  const { username } = await getAccount(tools, name);
  const mayEndAdmin = role !== undefined && role !== 'admin';
  if (mayEndAdmin) requireSomebodyElse(administrator, username, messages.ownAdminRole);
  const saved = await tools.database.writer.transaction().execute(async (trx) => {
    if (mayEndAdmin) await requireAnotherAdmin(trx, username);
    const rights = await saveRights(trx, { username, role, serviceIds }, nowOf(tools));
    const { roleBefore: from, role: to, added, removed } = rights;
    if (from !== to) {
      await recordDeed(trx, tools, administrator, { action: 'role-changed', target: username, details: { from, to } });
    }
    if (added.length + removed.length > 0) {
      const details = { added, removed };
      await recordDeed(trx, tools, administrator, { action: 'services-changed', target: username, details });
    }
    return rights;
  });
  // Even where nothing has changed, so that what failed once can be asked for again.
  await tools.accounts.mirrorRights(username, saved);
}
