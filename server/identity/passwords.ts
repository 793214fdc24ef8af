import type { Transaction } from '../database/tables.ts';
import type { Caller } from '../http/caller.ts';
import { toInstant } from '../platform/clock.ts';
import { type Action, Code, clientAction, Name, Password, type PoolCaller, userAction } from './action.ts';
import { notAuthorized } from './cognito-error.ts';
import { mapAliasConflict, verifyEmail } from './confirm-email.ts';
import {
  type CodeDelivery,
  type CodeOutcome,
  deliveryOf,
  makeCode,
  requireValidCodeOutcome,
  resetTries,
  tryCode,
} from './confirmation-code.ts';
import { sealPassword } from './create-pool-user.ts';
import { findAccount, recordFailedSignIn, requirePassword } from './password-challenge.ts';
import { requireGoodPassword } from './password-rule.ts';
import { deleteCode } from './pool-code.repository.ts';
import { revokeSessionsOf } from './pool-session.repository.ts';
import { type PoolUser, updatePassword } from './pool-user.repository.ts';
import { isResetMailAllowed, requireActionQuota, requireResetQuota } from './quota.ts';
import { withMinimumDuration } from './rate-limit.ts';
import { clearFailures } from './sign-in-backoff.ts';
import type { SignedIn } from './tokens.ts';
import type { UserPool } from './user-pool.ts';

export const passwordActions: Readonly<Record<string, Action>> = {
  ForgotPassword: clientAction({ Username: Name }, (pool, { Username }, caller) =>
    withMinimumDuration(async () => ({
      CodeDeliveryDetails: await mailForgottenPasswordCode(pool, Username, caller),
    })),
  ),

  ConfirmForgotPassword: clientAction(
    { Username: Name, ConfirmationCode: Code, Password },
    async (pool, { Username: name, ConfirmationCode: code, Password: password }, caller) => {
      await resetForgottenPassword(pool, { name, code, password }, caller);
      return {};
    },
  ),

  ChangePassword: userAction(
    { PreviousPassword: Password, ProposedPassword: Password },
    async (pool, { PreviousPassword: previous, ProposedPassword: proposed, ...signedIn }, caller) => {
      await changeOwnPassword(pool, signedIn, { previous, proposed }, caller);
      return {};
    },
  ),
};

const purpose = 'forgot-password';

/** Responds the same for unknown and disabled accounts, which get no mail. */
async function mailForgottenPasswordCode(pool: UserPool, name: string, caller: PoolCaller): Promise<CodeDelivery> {
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

async function resetForgottenPassword(
  pool: UserPool,
  { name, code, password }: { name: string; code: string; password: string },
  caller: PoolCaller,
): Promise<void> {
  requireGoodPassword(password, { username: name, email: name }, false);
  const { username, user } = await findAccount(pool, name);
  const device = caller.device?.idFor(username);
  // Hashes before the transaction because it is slow, and for unknown accounts too so that the timing does not differ.
  const sealed = sealPassword(pool, { username, password });
  const outcome = await mapAliasConflict(pool, user, () =>
    pool.database.writer.transaction().execute(async (trx): Promise<CodeOutcome> => {
      const { outcome: tried, user: lockedUser } = await tryCode(trx, pool, { username, purpose, device }, code);
      if (tried !== 'right' || !lockedUser) return tried;
      if (!lockedUser.isEnabled) return 'wrong';
      requireGoodPassword(password, lockedUser, false);
      await replacePassword(trx, pool, { user: lockedUser, sealed }, caller);
      await clearFailures(pool, username, trx);
      return tried;
    }),
  );
  if (outcome !== 'right') await recordFailedSignIn(pool, user?.username, caller, `code: ${purpose}`);
  requireValidCodeOutcome(outcome);
  caller.device?.remember(username);
}

async function replacePassword(
  trx: Transaction,
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

async function changeOwnPassword(
  pool: UserPool,
  { user, sessionId }: SignedIn,
  { previous, proposed }: { previous: string; proposed: string },
  caller: Caller,
): Promise<void> {
  await requireActionQuota(pool, user.username, 'password');
  requireGoodPassword(proposed, user, previous === proposed);
  await requirePassword(pool, user, previous, caller);
  const { username, status, attributes, verifiedEmail, email } = user;
  const sealed = sealPassword(pool, { username, password: proposed });
  const updatedAt = toInstant(pool.clock.now());
  await pool.database.writer.transaction().execute(async (trx) => {
    const isChanged = await updatePassword(trx, user, { ...sealed, status, attributes, updatedAt });
    if (!isChanged) throw notAuthorized('The password was changed at the same time.');
    await revokeSessionsOf(trx, username, updatedAt, { except: sessionId });
    await deleteCode(trx, { username, purpose: 'forgot-password' });
    await pool.audit.record({ action: 'password-changed', actor: { kind: 'user', name: username }, caller }, trx);
    const to = verifiedEmail ?? email;
    await pool.mailer.send({ to, language: caller.language, kind: 'password-changed', values: {} }, trx);
  });
}
