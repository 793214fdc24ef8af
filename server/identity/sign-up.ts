import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../database/tables.ts';
import type { Caller } from '../platform/caller.ts';
import { toInstant } from '../platform/clock.ts';
import { deleteUser, insertUser, isUser } from '../users/index.ts';
import { requireMailAllowance } from './allowance.ts';
import { CognitoError, invalidParameter } from './cognito-error.ts';
import { createPoolUser } from './create-pool-user.ts';
import { mailSignUpCode } from './mailed-code.ts';
import { requireGoodPassword } from './password-rule.ts';
import {
  deletePoolUser,
  findPoolUser,
  listOlderSignUps,
  listSignUpsBefore,
  type PoolUser,
  toAccountKey,
} from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';
import { isEmail, writeAttributes } from './written-attributes.ts';

/** Sign-ups of one address that may wait for their code; the oldest give way. */
const MAX_WAITING = 5;
const WAITING_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface NewSignUp {
  /** An e-mail address, or a UUID. */
  readonly name: string;
  readonly password: string;
  readonly written: ReadonlyMap<string, string>;
}

/**
 * Makes an account that waits for the code it is mailed. An address that somebody has proved already makes no
 * difference but in the mail: the account waits, too, for a code that nobody has.
 */
export async function signUpUser(pool: UserPool, given: NewSignUp, caller: Caller): Promise<PoolUser> {
  const { password, written } = given;
  const { username, email } = readNames(given);
  requireGoodPassword(password, { username, email }, false);
  const now = pool.clock.now();
  const attributes = writeAttributes({ attributes: { name: '', updated_at: '' }, email }, written, now);
  const account = { username, email, password, attributes, status: 'UNCONFIRMED', isEmailVerified: false } as const;
  try {
    return await pool.database.writer.transaction().execute(async (trx) => {
      await requireMailAllowance(trx, pool, { caller, to: toAccountKey(email) });
      if (await isTaken(trx, username)) throw usernameExists();
      await makeRoom(trx, email, now);
      await insertUser(trx, { username, role: 'normal', createdAt: toInstant(now) });
      const user = await createPoolUser(trx, pool, account);
      await mailSignUpCode(trx, pool, user, caller);
      await pool.audit.record({ action: 'signed-up', actor: { kind: 'user', name: username }, caller }, trx);
      return user;
    });
  } catch (error) {
    // Somebody may have taken it in the same moment.
    if (!(error instanceof CognitoError) && (await isTaken(pool.database.writer, username))) throw usernameExists();
    throw error;
  }
}

/** Of the account: a random UUID, unless the client has made one itself. */
function readNames({ name, written }: NewSignUp): { username: string; email: string } {
  const attribute = written.get('email');
  if (isEmail(name.trim())) {
    const email = name.trim();
    if (attribute !== undefined && toAccountKey(attribute) !== toAccountKey(email)) {
      throw invalidParameter('Username and the attribute email must be the same.');
    }
    return { username: randomUUID(), email };
  }
  if (!z.guid().safeParse(name).success) throw invalidParameter('Username should be an email.');
  if (attribute === undefined) {
    throw invalidParameter('Attributes did not conform to the schema: email: The attribute is required');
  }
  return { username: toAccountKey(name), email: attribute };
}

async function isTaken(db: UserPool['database']['writer'], username: string): Promise<boolean> {
  return (await findPoolUser(db, username)) !== undefined || isUser(db, username);
}

function usernameExists(): CognitoError {
  return new CognitoError('UsernameExistsException', 'User already exists');
}

/** Sign-ups that were never confirmed are forgotten: all of them after a week, and of one address the oldest. */
async function makeRoom(trx: Transaction<Tables>, email: string, now: Date): Promise<void> {
  const old = await listSignUpsBefore(trx, toInstant(new Date(now.getTime() - WAITING_DAYS * DAY_MS)));
  const superfluous = await listOlderSignUps(trx, email, { newest: MAX_WAITING - 1 });
  for (const username of [...old, ...superfluous]) {
    await deletePoolUser(trx, username);
    await deleteUser(trx, username);
  }
}
