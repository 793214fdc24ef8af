import { atTheTerminal } from '../http/caller.ts';
import { toInstant } from '../platform/clock.ts';
import { acceptService, saveRole } from '../users/index.ts';
import { createPoolUser } from './create-pool-user.ts';
import { randomPassword, requireGoodPassword } from './password-rule.ts';
import { isAnyPoolUser, listServiceIds } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

const USERNAME = 'admin';

export interface FirstAdmin {
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
    const isMade = await database.writer.transaction().execute(async (trx) => {
      if (await isAnyPoolUser(trx)) return false;
      const createdAt = toInstant(pool.clock.now());
      const status = newPassword === undefined ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD';
      await createPoolUser(trx, pool, { username: USERNAME, email, password: password ?? newPassword ?? '', status });
      await saveRole(trx, { username: USERNAME, role: 'admin', savedAt: createdAt });
      for (const serviceId of await listServiceIds(trx)) {
        await acceptService(trx, { username: USERNAME, serviceId, createdAt });
      }
      const entry = { actor: { kind: 'system' }, caller: atTheTerminal, target: USERNAME } as const;
      await pool.audit.record({ ...entry, action: 'account-created', details: { role: 'admin' } }, trx);
      return true;
    });
    return isMade ? { username: USERNAME, email, newPassword } : undefined;
  } catch (error) {
    if (await isAnyPoolUser(database.writer)) return undefined;
    throw error;
  }
}
