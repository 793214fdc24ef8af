import type { AuditLog } from '../audit/index.ts';
import type { Database } from '../database/connect.ts';
import type { Transaction } from '../database/tables.ts';
import { localCaller } from '../http/caller.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import {
  type AccountDirectory,
  acceptService,
  disableUsersOfEmbeddedPool,
  isAnyAdmin,
  saveRole,
} from '../users/index.ts';
import { createPoolUser } from './create-pool-user.ts';
import { randomPassword, requireGoodPassword } from './password-rule.ts';
import { isAnyPoolUser, listServiceIds, toAccountKey } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

const USERNAME = 'admin';

interface FirstAdmin {
  readonly username: string;
  readonly email: string;
  readonly newPassword: string | undefined;
}

/**
 * Safe to call from several processes at once. Returns undefined if there is an account already.
 * @throws {CognitoError} for a weak given password.
 */
export async function createFirstAdmin(
  pool: UserPool,
  { email, password }: { email: string; password: string | undefined },
): Promise<FirstAdmin | undefined> {
  const { database } = pool;
  if (await isAnyPoolUser(database.reader)) return undefined;
  if (password !== undefined) requireGoodPassword(password, { username: USERNAME, email }, false);
  const newPassword = password === undefined ? randomPassword() : undefined;
  try {
    const isCreated = await database.writer.transaction().execute(async (trx) => {
      if (await isAnyPoolUser(trx)) return false;
      const createdAt = toInstant(pool.clock.now());
      const status = newPassword === undefined ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD';
      await createPoolUser(trx, pool, { username: USERNAME, email, password: password ?? newPassword ?? '', status });
      await makeAdmin(trx, USERNAME, createdAt);
      const entry = { actor: { kind: 'system' }, caller: localCaller, target: USERNAME } as const;
      await pool.audit.record({ ...entry, action: 'account-created', details: { role: 'admin' } }, trx);
      return true;
    });
    return isCreated ? { username: USERNAME, email, newPassword } : undefined;
  } catch (error) {
    if (await isAnyPoolUser(database.writer)) return undefined;
    throw error;
  }
}

const MAX_CANDIDATES = 60;

/**
 * First disables users of a previous embedded pool, because their names may belong to others here. Returns `missing` if
 * the pool has no such account, undefined if there is an administrator.
 */
export async function promoteHostedAdmin(
  tools: { database: Database; clock: Clock; accounts: AccountDirectory; audit: AuditLog },
  email: string,
): Promise<{ readonly username: string } | 'missing' | undefined> {
  const { database, clock, accounts, audit } = tools;
  await database.writer.transaction().execute((trx) => disableUsersOfEmbeddedPool(trx));
  if (await isAnyAdmin(database.reader)) return undefined;
  const { accounts: candidates } = await accounts.list({ email, limit: MAX_CANDIDATES });
  const admin = candidates.find(
    (account) => account.isEnabled && account.isEmailVerified && toAccountKey(account.email) === toAccountKey(email),
  );
  if (!admin) return 'missing';
  const { username } = admin;
  const savedAt = toInstant(clock.now());
  const serviceIds = await database.writer.transaction().execute(async (trx) => {
    const entry = { actor: { kind: 'system' }, caller: localCaller, target: username } as const;
    await audit.record({ ...entry, action: 'role-changed', details: { to: 'admin' } }, trx);
    return makeAdmin(trx, username, savedAt);
  });
  await accounts.mirrorRights(username, { role: 'admin', serviceIds });
  return { username };
}

async function makeAdmin(trx: Transaction, username: string, createdAt: string): Promise<string[]> {
  await saveRole(trx, { username, role: 'admin', savedAt: createdAt });
  const serviceIds = await listServiceIds(trx);
  for (const serviceId of serviceIds) await acceptService(trx, { username, serviceId, createdAt });
  return serviceIds;
}
