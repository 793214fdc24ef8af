import { forgetUser } from '../comments/index.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import type { Caller } from '../http/caller.ts';
import { deleteOwnAccount } from '../identity/index.ts';
import { deleteUser, requireAnotherAdmin } from '../users/index.ts';
import type { AccountTools } from './describe-account.ts';

export async function deleteAccount(tools: AccountTools, username: string, caller: Caller): Promise<void> {
  const { database, audit, userPool, accounts } = tools;
  if (userPool) return deleteOwnAccount(userPool, username, caller);
  await writeTransaction(database.writer, async (trx) => {
    await requireAnotherAdmin(trx, username);
    await deleteUser(trx, username, forgetUser);
    await audit.record({ action: 'account-deleted', actor: { kind: 'user', name: username }, caller }, trx);
  });
  // Rights go first. If this call fails, the user can repeat it.
  await accounts.delete(username);
}
