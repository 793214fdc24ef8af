import type { AuditLog } from '../../audit/index.ts';
import type { Database } from '../../database/connect.ts';
import { atTheTerminal } from '../../http/caller.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import {
  type AccountDirectory,
  acceptService,
  disableUsersOfEmbeddedPool,
  isAnyAdmin,
  saveRole,
} from '../../users/index.ts';
import { listServiceIds, toAccountKey } from '../pool-user.repository.ts';

const MAX_CANDIDATES = 60;

/**
 * First disables users of a previous embedded pool, because their names may belong to others here. Returns `missing` if
 * the pool has no such account, undefined if there is an administrator.
 */
export async function welcomeFirstAdmin(
  {
    database,
    clock,
    accounts,
    audit,
  }: { database: Database; clock: Clock; accounts: AccountDirectory; audit: AuditLog },
  email: string,
): Promise<{ readonly username: string } | 'missing' | undefined> {
  await database.writer.transaction().execute((trx) => disableUsersOfEmbeddedPool(trx));
  if (await isAnyAdmin(database.reader)) return undefined;
  const { accounts: candidates } = await accounts.list({ email, limit: MAX_CANDIDATES });
  const admin = candidates.find(
    (account) => account.isEnabled && account.isEmailVerified && toAccountKey(account.email) === toAccountKey(email),
  );
  if (!admin) return 'missing';
  const { username } = admin;
  const savedAt = toInstant(clock.now());
  const serviceIds = await listServiceIds(database.reader);
  await database.writer.transaction().execute(async (trx) => {
    await saveRole(trx, { username, role: 'admin', savedAt });
    for (const serviceId of serviceIds) await acceptService(trx, { username, serviceId, createdAt: savedAt });
    const entry = { actor: { kind: 'system' }, caller: atTheTerminal, target: username } as const;
    await audit.record({ ...entry, action: 'role-changed', details: { to: 'admin' } }, trx);
  });
  await accounts.mirrorRights(username, { role: 'admin', serviceIds });
  return { username };
}
