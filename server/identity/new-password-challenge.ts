import { z } from 'zod';
import { text } from '#contract/text.ts';
import type { Caller } from '../http/caller.ts';
import { toInstant } from '../platform/clock.ts';
import { Name, parse } from './action.ts';
import { notAuthorized } from './cognito-error.ts';
import { sealPassword } from './create-pool-user.ts';
import { requireGoodPassword } from './password-rule.ts';
import { type PoolUser, updatePassword } from './pool-user.repository.ts';
import { openChallenge, requireStepOf, SignInStep, sealChallenge, signInStepOf } from './sealed-challenge.ts';
import { findSignInAccount, isPasswordOfAccount } from './sign-in-account.ts';
import { userAttributesOf, writeAttributes } from './user-attributes.ts';
import type { UserPool } from './user-pool.ts';

const PURPOSE = 'new password';
const PREFIX = 'userAttributes.';

export async function offerNewPassword(pool: UserPool, user: PoolUser): Promise<object> {
  const { sub: _, ...attributes } = Object.fromEntries(
    (await userAttributesOf(pool, user)).map(({ Name, Value }) => [Name, Value]),
  );
  return {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: sealChallenge(pool, PURPOSE, signInStepOf(user)),
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.username,
      requiredAttributes: '[]',
      userAttributes: JSON.stringify(attributes),
    },
  };
}

const Responses = z.object({ USERNAME: Name, NEW_PASSWORD: text({ max: 1000 }) }).catchall(z.unknown());

export async function setNewPassword(
  pool: UserPool,
  session: string,
  responses: unknown,
  caller: Caller,
): Promise<PoolUser> {
  const { USERNAME, NEW_PASSWORD: password, ...others } = parse(Responses, responses);
  const user = await requireStepOf(pool, openChallenge(pool, PURPOSE, session, SignInStep), USERNAME);
  const account = await findSignInAccount(pool, user.username);
  requireGoodPassword(password, user, isPasswordOfAccount(pool, account, password));
  const attributes = await changedAttributes(pool, user, others);
  const changed = { ...sealPassword(pool, { username: user.username, password }), status: 'CONFIRMED' as const };
  const actor = { kind: 'user', name: user.username } as const;
  const isChanged = await pool.database.writer.transaction().execute(async (trx) => {
    const updatedAt = toInstant(pool.clock.now());
    if (!(await updatePassword(trx, user, { ...changed, attributes, updatedAt }))) return false;
    await pool.audit.record({ action: 'password-changed', actor, caller }, trx);
    return true;
  });
  if (!isChanged) throw notAuthorized('Invalid session for the user, session is used up.');
  return { ...user, ...changed, attributes };
}

/**
 * Clients return all attributes of the challenge. Only `name` may differ.
 * @throws {CognitoError} when another attribute was changed.
 */
async function changedAttributes(pool: UserPool, user: PoolUser, responses: Record<string, unknown>) {
  const current = new Map((await userAttributesOf(pool, user)).map(({ Name, Value }) => [Name, Value]));
  const submitted = Object.entries(responses)
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, value]) => [name.slice(PREFIX.length), value] as const);
  const rejected = submitted.some(([name, value]) => name !== 'name' && current.get(name) !== value);
  if (rejected) throw notAuthorized('A client attempted to write unauthorized attribute');
  const { 'userAttributes.name': name = user.attributes.name } = parse(
    z.object({ 'userAttributes.name': text({ min: 1, max: 256 }).optional() }),
    responses,
  );
  return writeAttributes(user, new Map([['name', name]]), pool.clock.now());
}
