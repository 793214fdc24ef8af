import { randomUUID } from 'node:crypto';
import type { Transaction } from '../database/tables.ts';
import type { Caller } from '../http/caller.ts';
import { DAY_MS, toInstant } from '../platform/clock.ts';
import { insertUser } from '../users/index.ts';
import { type Action, Code, clientAction, Name, Password } from './action.ts';
import { invalidParameter } from './cognito-error.ts';
import { confirmEmail, findWaitingAccount } from './confirm-email.ts';
import { deliveryOf, deliveryTo, mailSignUpCode, resetTries, typedAddress } from './confirmation-code.ts';
import { createPoolUser } from './create-pool-user.ts';
import { findAccount } from './password-challenge.ts';
import { requireGoodPassword } from './password-rule.ts';
import {
  deleteSignUp,
  listOlderSignUps,
  listSignUpsBefore,
  type PoolUser,
  toAccountKey,
} from './pool-user.repository.ts';
import { requireMailQuota } from './quota.ts';
import { withMinimumDuration } from './rate-limit.ts';
import { AttributeList, isEmail, readAttributes, writeAttributes } from './user-attributes.ts';
import type { UserPool } from './user-pool.ts';

export const signUpActions: Readonly<Record<string, Action>> = {
  SignUp: clientAction(
    { Username: Name, Password, UserAttributes: AttributeList },
    async (pool, { Username: name, Password: password, UserAttributes }, caller) => {
      const user = await signUpUser(pool, { name, password, written: readAttributes(UserAttributes) }, caller);
      return { UserConfirmed: false, UserSub: user.sub, CodeDeliveryDetails: deliveryTo(user.email) };
    },
  ),

  ConfirmSignUp: clientAction(
    { Username: Name, ConfirmationCode: Code },
    async (pool, { Username, ConfirmationCode: code }, caller) => {
      const account = (await findWaitingAccount(pool, Username, code)) ?? (await findAccount(pool, Username));
      await confirmEmail(pool, account, { purpose: 'sign-up', code }, caller);
      return {};
    },
  ),

  ResendConfirmationCode: clientAction({ Username: Name }, (pool, { Username }, caller) =>
    withMinimumDuration(() => resend(pool, Username, caller)),
  ),
};

const MAX_WAITING = 5;
const WAITING_DAYS = 7;

interface NewSignUp {
  readonly name: string;
  readonly password: string;
  readonly written: ReadonlyMap<string, string>;
}

/** Responds identically for unknown accounts and accounts that need no code, without sending a mail. */
async function resend(pool: UserPool, name: string, caller: Caller): Promise<object> {
  const { username, user } = await findAccount(pool, name);
  await pool.database.writer.transaction().execute(async (trx) => {
    await requireMailQuota(trx, pool, { caller, account: username, to: typedAddress(name) });
    if (user?.isEnabled && user.verifiedEmail === null) await mailSignUpCode(trx, pool, user, caller);
    else await resetTries(trx, pool, { username, purpose: 'sign-up' });
  });
  return { CodeDeliveryDetails: deliveryOf(pool, name) };
}

/** If the address belongs to an account, responds the same, but no valid code exists. */
async function signUpUser(pool: UserPool, newSignUp: NewSignUp, caller: Caller): Promise<PoolUser> {
  const { password, written } = newSignUp;
  const username = randomUUID();
  const email = readEmail(newSignUp);
  requireGoodPassword(password, { username, email }, false);
  const now = pool.clock.now();
  const attributes = writeAttributes({ attributes: { name: '', updated_at: '' }, email }, written, now);
  const account = { username, email, password, attributes, status: 'UNCONFIRMED', isEmailVerified: false } as const;
  return pool.database.writer.transaction().execute(async (trx) => {
    await requireMailQuota(trx, pool, { caller, to: toAccountKey(email) });
    await deleteExcessSignUps(trx, pool, email);
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

async function deleteExcessSignUps(trx: Transaction, pool: UserPool, email: string): Promise<void> {
  const old = await listSignUpsBefore(trx, waitingSince(pool));
  const excess = await listOlderSignUps(trx, email, { newest: MAX_WAITING - 1 });
  for (const username of [...old, ...excess]) await deleteSignUpAndUser(trx, pool, username);
}

function waitingSince({ clock }: UserPool): string {
  return toInstant(new Date(clock.now().getTime() - WAITING_DAYS * DAY_MS));
}

export async function deleteExpiredSignUps(pool: UserPool): Promise<void> {
  const { reader, writer } = pool.database;
  for (const username of await listSignUpsBefore(reader, waitingSince(pool))) {
    await writer.transaction().execute((trx) => deleteSignUpAndUser(trx, pool, username));
  }
}

async function deleteSignUpAndUser(trx: Transaction, { deleteUser }: UserPool, username: string): Promise<void> {
  if (await deleteSignUp(trx, username)) await deleteUser(trx, username);
}
