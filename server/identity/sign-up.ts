import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { forgetUser } from '../comments/index.ts';
import type { Tables } from '../database/tables.ts';
import type { Caller } from '../http/caller.ts';
import { toInstant } from '../platform/clock.ts';
import { deleteUser, insertUser } from '../users/index.ts';
import { invalidParameter } from './cognito-error.ts';
import { createPoolUser } from './create-pool-user.ts';
import { mailSignUpCode } from './mailed-code.ts';
import { requireGoodPassword } from './password-rule.ts';
import {
  deleteSignUp,
  listOlderSignUps,
  listSignUpsBefore,
  type PoolUser,
  toAccountKey,
} from './pool-user.repository.ts';
import { requireMailQuota } from './quota.ts';
import { isEmail, writeAttributes } from './user-attributes.ts';
import type { UserPool } from './user-pool.ts';

const MAX_WAITING = 5;
const WAITING_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface NewSignUp {
  readonly name: string;
  readonly password: string;
  readonly written: ReadonlyMap<string, string>;
}

/** If the address belongs to an account, responds the same, but no valid code exists. */
export async function signUpUser(pool: UserPool, newSignUp: NewSignUp, caller: Caller): Promise<PoolUser> {
  const { password, written } = newSignUp;
  const username = randomUUID();
  const email = readEmail(newSignUp);
  requireGoodPassword(password, { username, email }, false);
  const now = pool.clock.now();
  const attributes = writeAttributes({ attributes: { name: '', updated_at: '' }, email }, written, now);
  const account = { username, email, password, attributes, status: 'UNCONFIRMED', isEmailVerified: false } as const;
  return pool.database.writer.transaction().execute(async (trx) => {
    await requireMailQuota(trx, pool, { caller, to: toAccountKey(email) });
    await makeRoom(trx, email, now);
    await insertUser(trx, { username, role: 'normal', createdAt: toInstant(now) });
    const user = await createPoolUser(trx, pool, account);
    await mailSignUpCode(trx, pool, user, caller);
    await pool.audit.record({ action: 'signed-up', actor: { kind: 'user', name: username }, caller }, trx);
    return user;
  });
}

/**
 * User names are generated. A chosen name would reveal which names exist, and could reuse that of a deleted account.
 */
function readEmail({ name, written }: NewSignUp): string {
  const email = name.trim();
  if (!isEmail(email)) throw invalidParameter('Username should be an email.');
  const attribute = written.get('email');
  if (attribute !== undefined && toAccountKey(attribute) !== toAccountKey(email)) {
    throw invalidParameter('Username and the attribute email must be the same.');
  }
  return email;
}

async function makeRoom(trx: Transaction<Tables>, email: string, now: Date): Promise<void> {
  const old = await listSignUpsBefore(trx, waitingSince(now));
  const superfluous = await listOlderSignUps(trx, email, { newest: MAX_WAITING - 1 });
  for (const username of [...old, ...superfluous])
    if (await deleteSignUp(trx, username)) await deleteUser(trx, username, forgetUser);
}

function waitingSince(now: Date): string {
  return toInstant(new Date(now.getTime() - WAITING_DAYS * DAY_MS));
}

export async function forgetSignUps({ database, clock }: UserPool): Promise<void> {
  const old = await listSignUpsBefore(database.reader, waitingSince(clock.now()));
  for (const username of old) {
    await database.writer.transaction().execute(async (trx) => {
      if (await deleteSignUp(trx, username)) await deleteUser(trx, username, forgetUser);
    });
  }
}
