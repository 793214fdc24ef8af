import { messages } from '#contract/errors.ts';
import { requireRevision } from '../platform/errors.ts';
import { type Administrator, nowOf, recordDeed, requireSomebodyElse, type UserTools } from './administration.ts';
import { getAccount, presentUser } from './find-user.ts';
import { requireAnotherAdmin } from './require-another-admin.ts';
import { type Rights, saveRights } from './save-rights.ts';
import { holdUser } from './user.repository.ts';

/**
 * Gives an account another role, or other services to work on, from its next request on. Returns the new revision.
 * @throws {Refusal} for an older revision, and where the administrator's own role would go, or that of the last one.
 */
export async function changeRights(
  tools: UserTools,
  administrator: Administrator,
  name: string,
  { revision, ...wanted }: Rights & { readonly revision?: number | undefined },
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
  return saved.revision;
}
