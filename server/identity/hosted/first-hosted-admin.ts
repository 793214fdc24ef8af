import type { Database } from '../../database/connect.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { type AccountDirectory, acceptService, isAnyAdmin, saveRole } from '../../users/index.ts';
import { listServiceIds, toAccountKey } from '../pool-user.repository.ts';

/** Accounts whose address begins with the administrator's; one of them is it. */
const MAX_CANDIDATES = 60;

/**
 * Gives the account that has proved this address the rights of an administrator of all services, where there is no
 * administrator yet. Answers its name, `missing` if the pool has no such account, nothing if there is an administrator.
 */
export async function welcomeFirstAdmin(
  { database, clock, accounts }: { database: Database; clock: Clock; accounts: AccountDirectory },
  email: string,
): Promise<{ readonly username: string } | 'missing' | undefined> {
  if (await isAnyAdmin(database.reader)) return undefined;
  const { accounts: candidates } = await accounts.list({ email, limit: MAX_CANDIDATES });
  const admin = candidates.find(
    (account) => account.isEnabled && account.isEmailVerified && toAccountKey(account.email) === toAccountKey(email),
  );
  if (!admin) return 'missing';
  const { username } = admin;
  const savedAt = toInstant(clock.now());
  await database.writer.transaction().execute(async (trx) => {
    await saveRole(trx, { username, role: 'admin', savedAt });
    for (const serviceId of await listServiceIds(trx)) {
      await acceptService(trx, { username, serviceId, createdAt: savedAt });
    }
  });
  return { username };
}
