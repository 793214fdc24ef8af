import type { Transaction } from '../database/tables.ts';
import type { Caller } from '../http/caller.ts';
import { CognitoError } from './cognito-error.ts';
import {
  type CodeOutcome,
  type CodePurpose,
  compareCode,
  mailCode,
  requireValidCodeOutcome,
  tryCode,
  typedAddress,
} from './confirmation-code.ts';
import { type NamedAccount, recordFailedSignIn } from './password-challenge.ts';
import { deleteCode } from './pool-code.repository.ts';
import {
  findEmailOwner,
  listSignUps,
  type PoolUser,
  savePendingEmail,
  saveVerifiedEmail,
  toAccountKey,
} from './pool-user.repository.ts';
import { requireMailQuota } from './quota.ts';
import type { UserPool } from './user-pool.ts';

/** @throws {CognitoError} for a wrong code, or when another account has verified the address. */
export async function confirmEmail(
  pool: UserPool,
  { username, user }: NamedAccount,
  { purpose, code }: { purpose: CodePurpose; code: string },
  caller: Caller,
): Promise<void> {
  const outcome = await mapAliasConflict(pool, user, () =>
    pool.database.writer.transaction().execute(async (trx): Promise<CodeOutcome> => {
      const tried = await tryCode(trx, pool, { username, purpose }, code);
      if (tried.outcome === 'right' && tried.user) await verifyEmail(trx, pool, tried.user, caller);
      return tried.outcome;
    }),
  );
  if (outcome !== 'right') await recordFailedSignIn(pool, user?.username, caller, `code: ${purpose}`);
  requireValidCodeOutcome(outcome);
}

/** Several unconfirmed accounts may be waiting for one address. Returns undefined for user names. */
export async function findWaitingAccount(
  pool: UserPool,
  name: string,
  code: string,
): Promise<NamedAccount | undefined> {
  const address = typedAddress(name);
  if (address === undefined) return undefined;
  const waiting = await listSignUps(pool.database.writer, address);
  const found = await pool.database.writer.transaction().execute(async (trx) => {
    for (const user of waiting) {
      const coded = { username: user.username, purpose: 'sign-up', to: user.email } as const;
      if ((await compareCode(trx, pool, coded, code)) === 'right') return user;
    }
    return undefined;
  });
  return found && { username: found.username, user: found };
}

/** Must run in a transaction wrapped in `mapAliasConflict`. */
export async function verifyEmail(trx: Transaction, pool: UserPool, user: PoolUser, caller: Caller): Promise<void> {
  const { username, email, verifiedEmail } = user;
  const owner = await findEmailOwner(trx, email);
  if (owner && owner.username !== username) throw aliasExists();
  await saveVerifiedEmail(trx, user, email);
  for (const purpose of ['sign-up', 'email', 'forgot-password'] as const) await deleteCode(trx, { username, purpose });
  const action = verifiedEmail === null ? 'email-verified' : 'email-changed';
  await pool.audit.record({ action, actor: { kind: 'user', name: username }, caller }, trx);
}

/**
 * Maps violations of the unique email index by concurrent verifications to AliasExistsException. Other failures of the
 * database keep their error, because the address then belongs to no other account.
 */
export async function mapAliasConflict<Result>(
  pool: UserPool,
  account: { readonly username: string; readonly email: string | undefined } | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof CognitoError || account?.email === undefined) throw error;
    const owner = await findEmailOwner(pool.database.writer, account.email);
    throw owner && owner.username !== account.username ? aliasExists() : error;
  }
}

function aliasExists(): CognitoError {
  return new CognitoError('AliasExistsException', 'An account with the email already exists.');
}

/**
 * Until the mailed code is confirmed, the verified address stays valid; it is notified. Entering the verified address
 * again cancels the change. Returns true if a code was mailed.
 */
export async function changeEmail(
  trx: Transaction,
  pool: UserPool,
  user: PoolUser,
  email: string,
  caller: Caller,
): Promise<boolean> {
  const { username, verifiedEmail } = user;
  if (verifiedEmail !== null && toAccountKey(verifiedEmail) === toAccountKey(email)) {
    await deleteCode(trx, { username, purpose: 'email' });
    await saveVerifiedEmail(trx, user, email);
    return false;
  }
  await savePendingEmail(trx, username, email);
  await mailEmailCode(trx, pool, { username, email }, caller);
  if (verifiedEmail !== null) {
    const { language } = caller;
    await pool.mailer.send({ to: verifiedEmail, language, kind: 'email-changes', values: { newEmail: email } }, trx);
  }
  return true;
}

export async function mailEmailCode(
  trx: Transaction,
  pool: UserPool,
  { username, email }: Pick<PoolUser, 'username' | 'email'>,
  caller: Caller,
): Promise<void> {
  await requireMailQuota(trx, pool, { caller, account: `email ${username}`, to: toAccountKey(email) });
  await mailCode(trx, pool, { username, purpose: 'email', to: email }, caller);
}
