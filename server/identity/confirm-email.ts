import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Caller } from '../platform/caller.ts';
import { CognitoError } from './cognito-error.ts';
import { type CodeOutcome, type CodePurpose, requireRightCode, tryCode } from './confirmation-code.ts';
import { deleteCode } from './pool-code.repository.ts';
import { findEmailOwner, holdPoolUser, type PoolUser, saveVerifiedEmail } from './pool-user.repository.ts';
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
      const held = tried === 'right' ? await holdPoolUser(trx, username) : undefined;
      if (held) await verifyEmail(trx, pool, held, caller);
      return tried;
    }),
  );
  requireRightCode(outcome);
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
  // What was mailed to the address before opens nothing any more.
  await deleteCode(trx, { username, purpose: 'forgot-password' });
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
