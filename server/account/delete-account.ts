import type { Transaction } from 'kysely';
import { anonymizeUser } from '../comments/index.ts';
import type { Tables } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import type { Caller } from '../http/caller.ts';
import { deletePoolUser } from '../identity/index.ts';
import { deleteRights, requireAnotherAdmin } from '../users/index.ts';
import type { AccountTools } from './describe-account.ts';

/** Anonymizes the comments and votes of a user. The account in the pool stays. */
export async function deleteUser(trx: Transaction<Tables>, username: string): Promise<void> {
  await anonymizeUser(trx, username);
  await deleteRights(trx, username);
}

export async function deleteAccount(tools: AccountTools, username: string, caller: Caller): Promise<void> {
  const { database, audit, userPool, accounts } = tools;
  await writeTransaction(database.writer, async (trx) => {
    await requireAnotherAdmin(trx, username);
    if (userPool) await deletePoolUser(trx, username);
    await deleteUser(trx, username);
    await audit.record({ action: 'account-deleted', actor: { kind: 'user', name: username }, caller }, trx);
  });
  // In a hosted pool, rights go first. If this call fails, the user can repeat it.
  if (!userPool) await accounts.delete(username);
}
