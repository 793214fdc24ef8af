import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { toInstant } from '../platform/clock.ts';
import { orAliasExists, verifyEmail } from './confirm-email.ts';
import { type CodeOutcome, makeCode, requireRightCode, resetTries, tryCode } from './confirmation-code.ts';
import { sealPassword } from './create-pool-user.ts';
import type { PoolCaller } from './known-device.ts';
import { type CodeDelivery, deliveryOf } from './mailed-code.ts';
import { requireGoodPassword } from './password-rule.ts';
import { revokeSessionsOf } from './pool-session.repository.ts';
import { type PoolUser, updatePassword } from './pool-user.repository.ts';
import { isResetMailAllowed, requireResetQuota } from './quota.ts';
import { findAccount, recordFailedSignIn } from './sign-in-account.ts';
import { clearFailures } from './sign-in-backoff.ts';
import type { UserPool } from './user-pool.ts';

const purpose = 'forgot-password';

/** Responds the same for unknown and disabled accounts, which get no mail. */
export async function mailForgottenPasswordCode(
  pool: UserPool,
  name: string,
  caller: PoolCaller,
): Promise<CodeDelivery> {
  const { username, user } = await findAccount(pool, name);
  await pool.database.writer.transaction().execute(async (trx) => {
    await requireResetQuota(trx, pool, { caller, account: username });
    const coded = { username, purpose, device: caller.device?.idFor(username) } as const;
    if (user?.isEnabled) {
      const to = user.verifiedEmail ?? user.email;
      // Keeps the previous code, which the owner may hold, when the mail limit is reached.
      if (await isResetMailAllowed(trx, pool, { to, username, caller })) {
        const values = { username, code: await makeCode(trx, pool, { ...coded, to }) };
        await pool.mailer.send({ to, language: caller.language, kind: purpose, values }, trx);
      }
    } else {
      await resetTries(trx, pool, coded);
    }
    const target = user && { target: user.username };
    await pool.audit.record({ action: 'password-reset-requested', actor: { kind: 'nobody' }, caller, ...target }, trx);
  });
  return deliveryOf(pool, name);
}

export async function resetForgottenPassword(
  pool: UserPool,
  { name, code, password }: { name: string; code: string; password: string },
  caller: PoolCaller,
): Promise<void> {
  requireGoodPassword(password, { username: name, email: name }, false);
  const { username, user } = await findAccount(pool, name);
  const device = caller.device?.idFor(username);
  // Hashes before the transaction because it is slow, and for unknown accounts too so that the timing does not differ.
  const sealed = sealPassword(pool, { username, password });
  const outcome = await orAliasExists(pool, user?.email, () =>
    pool.database.writer.transaction().execute(async (trx): Promise<CodeOutcome> => {
      const { outcome: tried, user: lockedUser } = await tryCode(trx, pool, { username, purpose, device }, code);
      if (tried !== 'right' || !lockedUser) return tried;
      if (!lockedUser.isEnabled) return 'wrong';
      requireGoodPassword(password, lockedUser, false);
      await replacePassword(trx, pool, { user: lockedUser, sealed }, caller);
      return tried;
    }),
  );
  if (outcome !== 'right') await recordFailedSignIn(pool, user?.username, caller, `code: ${purpose}`);
  requireRightCode(outcome);
  await clearFailures(pool, username);
  caller.device?.remember(username);
}

async function replacePassword(
  trx: Transaction<Tables>,
  pool: UserPool,
  { user, sealed }: { user: PoolUser; sealed: Pick<PoolUser, 'salt' | 'verifier'> },
  caller: PoolCaller,
): Promise<void> {
  const { username, attributes, verifiedEmail, email } = user;
  const updatedAt = toInstant(pool.clock.now());
  if (verifiedEmail === null) await verifyEmail(trx, pool, user, caller);
  await updatePassword(trx, user, { ...sealed, status: 'CONFIRMED', attributes, updatedAt });
  await revokeSessionsOf(trx, username, updatedAt);
  await pool.audit.record({ action: 'password-reset', actor: { kind: 'user', name: username }, caller }, trx);
  const to = verifiedEmail ?? email;
  await pool.mailer.send({ to, language: caller.language, kind: 'password-changed', values: {} }, trx);
}
