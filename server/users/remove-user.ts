import { writeTransaction } from '../database/write-transaction.ts';
import { type Administrator, recordAction, requireSomebodyElse, type UserTools } from './administration.ts';
import { getAccount } from './find-user.ts';
import { requireAnotherAdmin } from './require-another-admin.ts';
import { deleteUser } from './user.repository.ts';

/**
 * Deletes an account. Rights go first, so that a partial failure leaves no access and can be repeated.
 * @throws {HttpError} for the own account or the last administrator.
 */
export async function removeUser(tools: UserTools, administrator: Administrator, name: string): Promise<void> {
  const { username } = await getAccount(tools, name);
  requireSomebodyElse(administrator, username);
  await writeTransaction(tools.database.writer, async (trx) => {
    await requireAnotherAdmin(trx, username);
    await deleteUser(trx, username, tools.forgetUser);
    await recordAction(trx, tools, administrator, { action: 'account-deleted', target: username });
  });
  await tools.accounts.delete(username);
}
