import { type Administrator, nowOf, recordDeed, requireSomebodyElse, type UserTools } from './administration.ts';
import { getAccount } from './find-user.ts';
import { requireAnotherAdmin } from './require-another-admin.ts';
import { holdUser, updateUser } from './user.repository.ts';

/**
 * Lets an account in or keeps it out, from its next request on.
 * @throws {Refusal} for the administrator's own account, and for that of the last one.
 */
export async function setUserEnabled(
  tools: UserTools,
  administrator: Administrator,
  name: string,
  isEnabled: boolean,
): Promise<void> {
  const account = await getAccount(tools, name);
  const { username } = account;
  if (!isEnabled) requireSomebodyElse(administrator, username);
  // Whatever fails halfway, the account is out: our table shuts the door first, and opens it last.
  if (isEnabled) await tools.accounts.setEnabled(username, true);
  await tools.database.writer.transaction().execute(async (trx) => {
    if (!isEnabled) await requireAnotherAdmin(trx, username);
    const updatedAt = nowOf(tools);
    const before = await holdUser(trx, { username, createdAt: updatedAt });
    if (before.isEnabled === isEnabled && account.isEnabled === isEnabled) return;
    await updateUser(trx, username, { isEnabled, updatedAt, ...(!isEnabled && { tokensValidAfter: updatedAt }) });
    const action = isEnabled ? 'account-enabled' : 'account-disabled';
    await recordDeed(trx, tools, administrator, { action, target: username });
  });
  if (!isEnabled) await tools.accounts.setEnabled(username, false);
}
