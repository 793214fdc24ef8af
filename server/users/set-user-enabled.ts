import { type Administrator, nowOf, recordAction, requireSomebodyElse, type UserTools } from './administration.ts';
import { getAccount } from './find-user.ts';
import { requireAnotherAdmin } from './require-another-admin.ts';
import { holdUser, updateUser } from './user.repository.ts';

/**
 * Enables or disables an account, effective at the next request.
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
  if (!isEnabled) requireSomebodyElse(administrator, username);
  // Disables our own table first and enables it last, so that a partial failure leaves the account disabled.
  if (isEnabled) await tools.accounts.setEnabled(username, true);
  await tools.database.writer.transaction().execute(async (trx) => {
    if (!isEnabled) await requireAnotherAdmin(trx, username);
    const updatedAt = nowOf(tools);
    const before = await holdUser(trx, { username, createdAt: updatedAt });
    if (before.isEnabled === isEnabled && account.isEnabled === isEnabled) return;
    await updateUser(trx, username, { isEnabled, updatedAt, ...(!isEnabled && { tokensValidAfter: updatedAt }) });
    const action = isEnabled ? 'account-enabled' : 'account-disabled';
    await recordAction(trx, tools, administrator, { action, target: username });
  });
  if (!isEnabled) await tools.accounts.setEnabled(username, false);
}
