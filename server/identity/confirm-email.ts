import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Caller } from '../platform/caller.ts';
import { recordFailedSignIn } from './audit-sign-in.ts';
import { typedAddress } from './code-delivery.ts';
import { CognitoError } from './cognito-error.ts';
import { type CodeOutcome, type CodePurpose, compareCode, requireRightCode, tryCode } from './confirmation-code.ts';
import { deleteCode } from './pool-code.repository.ts';
import { findEmailOwner, listSignUps, type PoolUser, saveVerifiedEmail } from './pool-user.repository.ts';
import type { NamedAccount } from './sign-in-account.ts';
import type { UserPool } from './user-pool.ts';

/**
 * Makes the address that an account waits with the verified one, if the code is right.
 * @throws {CognitoError} for a code that is not, and where somebody else has proved the address meanwhile.
 */
export async function confirmEmail(
  pool: UserPool,
  { username, user }: NamedAccount,
  { purpose, code }: { purpose: CodePurpose; code: string },
  caller: Caller,
): Promise<void> {
  const outcome = await orAliasExists(pool, user?.email, () =>
    pool.database.writer.transaction().execute(async (trx): Promise<CodeOutcome> => {
      const tried = await tryCode(trx, pool, { username, purpose }, code);
      if (tried.outcome === 'right' && tried.user) await verifyEmail(trx, pool, tried.user, caller);
      return tried.outcome;
    }),
  );
  if (outcome !== 'right') await recordFailedSignIn(pool, user?.username, caller, `code: ${purpose}`);
  requireRightCode(outcome);
}

/**
 * Of those who wait for the same address, the one whom this code was mailed to: who signed up last is not always who
 * reads the mail. Nobody for a user name, which names one account.
 */
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

/** In a transaction whose failing, where it does, is told by `orAliasExists`. */
export async function verifyEmail(
  trx: Transaction<Tables>,
  pool: UserPool,
  user: PoolUser,
  caller: Caller,
): Promise<void> {
  const { username, email, verifiedEmail } = user;
  const owner = await findEmailOwner(trx, email);
  if (owner && owner.username !== username) throw aliasExists();
  await saveVerifiedEmail(trx, user, email);
  // What was mailed before, to whatever address, opens nothing any more.
  for (const purpose of ['sign-up', 'email', 'forgot-password']) await deleteCode(trx, { username, purpose });
  const action = verifiedEmail === null ? 'email-verified' : 'email-changed';
  await pool.audit.record({ action, actor: { kind: 'user', name: username }, caller }, trx);
}

/** Of two who prove the same address in the same moment, the database takes one. */
export async function orAliasExists<Result>(
  pool: UserPool,
  email: string | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const isOurs = error instanceof CognitoError || email === undefined;
    if (!isOurs && (await findEmailOwner(pool.database.writer, email))) throw aliasExists();
    throw error;
  }
}

function aliasExists(): CognitoError {
  return new CognitoError('AliasExistsException', 'An account with the email already exists.');
}
