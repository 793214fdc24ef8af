import type { Transaction } from '../database/tables.ts';
import { localCaller } from '../http/caller.ts';
import { toInstant } from '../platform/clock.ts';
import { saveRole, updateUser } from '../users/index.ts';
import { sealPassword } from './create-pool-user.ts';
import { randomPassword } from './password-rule.ts';
import { clearTotp, deleteRecoveryCodes } from './pool-mfa.repository.ts';
import { revokeSessionsOf } from './pool-session.repository.ts';
import { enablePoolUser, findPoolUser, isAnyPoolAdmin, updatePassword } from './pool-user.repository.ts';
import { clearFailures } from './sign-in-backoff.ts';
import type { UserPool } from './user-pool.ts';

export interface ResetPassword {
  readonly username: string;
  readonly email: string;
  readonly newPassword: string;
  readonly isMadeAdmin: boolean;
}

export async function resetPassword(pool: UserPool, name: string): Promise<ResetPassword | undefined> {
  const newPassword = randomPassword();
  const updatedAt = toInstant(pool.clock.now());
  return pool.database.writer.transaction().execute(async (trx) => {
    const user = await findPoolUser(trx, name);
    if (!user) return undefined;
    const { username, email, attributes } = user;
    const sealed = sealPassword(pool, { username, password: newPassword });
    const isChanged = await updatePassword(trx, user, {
      ...sealed,
      status: 'FORCE_CHANGE_PASSWORD',
      attributes,
      updatedAt,
    });
    if (!isChanged) throw new Error(`The password of ${username} was changed at the same time. Try again.`);
    await clearTotp(trx, username);
    await deleteRecoveryCodes(trx, username);
    await enablePoolUser(trx, username);
    await updateUser(trx, username, { isEnabled: true });
    await revokeSessionsOf(trx, username, updatedAt);
    await clearFailures(pool, username, trx);
    const entry = { actor: { kind: 'system' }, caller: localCaller, target: username } as const;
    await pool.audit.record({ ...entry, action: 'password-reset' }, trx);
    return { username, email, newPassword, isMadeAdmin: await promoteIfNoAdmin(trx, pool, username, updatedAt) };
  });
}

async function promoteIfNoAdmin(
  trx: Transaction,
  pool: UserPool,
  username: string,
  updatedAt: string,
): Promise<boolean> {
  if (await isAnyPoolAdmin(trx)) return false;
  await saveRole(trx, { username, role: 'admin', savedAt: updatedAt });
  const entry = { actor: { kind: 'system' }, caller: localCaller, target: username } as const;
  await pool.audit.record({ ...entry, action: 'role-changed', details: { to: 'admin' } }, trx);
  return true;
}
