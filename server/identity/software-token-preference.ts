import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Caller } from '../http/caller.ts';
import { findActor } from '../users/index.ts';
import { requireActionQuota } from './allowance.ts';
import { invalidParameter } from './cognito-error.ts';
import { deleteRecoveryCodes } from './pool-recovery-code.repository.ts';
import { saveTotpEnabled } from './pool-totp.repository.ts';
import type { PoolUser } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

export async function isMfaDemanded(pool: UserPool, { username }: Pick<PoolUser, 'username'>): Promise<boolean> {
  if (pool.mfaRequiredOf === 'nobody') return false;
  const actor = await findActor(pool.database.writer, username);
  return actor !== undefined && actor.role !== 'normal';
}

export async function saveMfaPreference(
  pool: UserPool,
  { user, isEnabled }: { user: PoolUser; isEnabled: boolean },
  caller: Caller,
): Promise<void> {
  await requireActionQuota(pool, user.username, 'mfa');
  if (isEnabled && user.totpSecret === null) throw invalidParameter('User has not verified software token mfa');
  if (!isEnabled && (await isMfaDemanded(pool, user))) {
    throw invalidParameter('MFA is required of this user and cannot be disabled');
  }
  await pool.database.writer.transaction().execute(async (trx) => {
    if (!(await saveTotpEnabled(trx, user.username, isEnabled))) return;
    // Recovery codes must not be valid for a later setup.
    if (!isEnabled) await deleteRecoveryCodes(trx, user.username);
    await recordMfaChange(trx, pool, user, isEnabled ? 'mfa-enabled' : 'mfa-disabled', caller);
  });
}

/** Records the change and notifies the owner, who may not have made it. */
export async function recordMfaChange(
  trx: Transaction<Tables>,
  { audit, mailer }: UserPool,
  { username, verifiedEmail }: PoolUser,
  kind: 'mfa-enabled' | 'mfa-disabled',
  caller: Caller,
): Promise<void> {
  await audit.record({ action: kind, actor: { kind: 'user', name: username }, caller }, trx);
  if (verifiedEmail !== null) {
    await mailer.send({ to: verifiedEmail, language: caller.language, kind, values: {} }, trx);
  }
}
