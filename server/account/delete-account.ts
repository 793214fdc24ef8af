import { writeTransaction } from '../database/write-transaction.ts';
import { deleteOwnAccount } from '../identity/index.ts';
import type { Caller } from '../platform/caller.ts';
import { deleteUser, requireAnotherAdmin } from '../users/index.ts';
import type { AccountTools } from './describe-account.ts';

/**
 * Deletes an account for good, wherever it is kept.
 * @throws {Refusal} for the last administrator who may sign in.
 */
export async function deleteAccount(tools: AccountTools, username: string, caller: Caller): Promise<void> {
  const { database, audit, userPool, accounts } = tools;
  if (userPool) return deleteOwnAccount(userPool, username, caller);
  await writeTransaction(database.writer, async (trx) => {
    await requireAnotherAdmin(trx, username);
    await deleteUser(trx, username);
    await audit.record({ action: 'account-deleted', actor: { kind: 'user', name: username }, caller }, trx);
  });
  // After the rights, which nobody has who is only known to the pool: should it fail, it may be asked for again.
  await accounts.delete(username);
}
