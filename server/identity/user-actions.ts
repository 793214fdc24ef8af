import { z } from 'zod';
import type { Transaction } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import type { Caller } from '../http/caller.ts';
import { HttpError } from '../http/errors.ts';
import { toInstant } from '../platform/clock.ts';
import { requireAnotherAdmin } from '../users/index.ts';
import { type Action, Code, Name, userAction } from './action.ts';
import { invalidParameter, notAuthorized } from './cognito-error.ts';
import { changeEmail, confirmEmail, mailEmailCode, mapAliasConflict } from './confirm-email.ts';
import { deliveryTo } from './confirmation-code.ts';
import { deletePoolUser, lockPoolUser, type PoolUser, saveAttributes } from './pool-user.repository.ts';
import { requireActionQuota } from './quota.ts';
import {
  AttributeList,
  readAttributes,
  requireWritable,
  userAttributesOf,
  writeAttributes,
} from './user-attributes.ts';
import type { UserPool } from './user-pool.ts';

const mfa = { PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA', UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] };

export const userActions: Readonly<Record<string, Action>> = {
  GetUser: userAction({}, async (pool, { user }) => ({
    Username: user.username,
    UserAttributes: await userAttributesOf(pool, user),
    ...(user.isTotpEnabled && mfa),
  })),

  UpdateUserAttributes: userAction(
    { UserAttributes: AttributeList },
    async (pool, { user, UserAttributes }, caller) => {
      await requireActionQuota(pool, user.username, 'attributes');
      const written = readAttributes(UserAttributes);
      const email = written.get('email');
      const isMailed = await mapAliasConflict(pool, { username: user.username, email }, () =>
        pool.database.writer.transaction().execute(async (trx) => {
          const lockedUser = await changeAttributes(trx, pool, user, { written, caller });
          const isSame = email === undefined || (lockedUser.isEmailVerified && lockedUser.email === email);
          return !isSame && (await changeEmail(trx, pool, lockedUser, email, caller));
        }),
      );
      return { CodeDeliveryDetailsList: isMailed && email !== undefined ? [deliveryTo(email)] : [] };
    },
  ),

  DeleteUserAttributes: userAction(
    { UserAttributeNames: z.array(Name).max(50) },
    async (pool, { user, UserAttributeNames: names }, caller) => {
      requireWritable(names);
      if (names.includes('email')) throw invalidParameter('Required attributes cannot be deleted: email');
      const written = new Map(names.map((name) => [name, '']));
      await pool.database.writer.transaction().execute((trx) => changeAttributes(trx, pool, user, { written, caller }));
      return {};
    },
  ),

  GetUserAttributeVerificationCode: userAction(
    { AttributeName: Name },
    async (pool, { user, AttributeName }, caller) => {
      requireEmail(AttributeName);
      if (user.isEmailVerified) throw invalidParameter('The email is already verified.');
      await pool.database.writer.transaction().execute((trx) => mailEmailCode(trx, pool, user, caller));
      return { CodeDeliveryDetails: deliveryTo(user.email) };
    },
  ),

  VerifyUserAttribute: userAction(
    { AttributeName: Name, Code },
    async (pool, { user, AttributeName, Code: code }, caller) => {
      requireEmail(AttributeName);
      await confirmEmail(pool, { username: user.username, user }, { purpose: 'email', code }, caller);
      return {};
    },
  ),

  DeleteUser: userAction({}, async (pool, { user }, caller) => {
    await deleteUser(pool, user, caller).catch((error: unknown) => {
      throw error instanceof HttpError ? invalidParameter(error.body.message) : error;
    });
    return {};
  }),
};

function requireEmail(attributeName: string): void {
  if (attributeName !== 'email') throw invalidParameter('Only the email attribute can be verified.');
}

/** Returns the user as before the change. */
async function changeAttributes(
  trx: Transaction,
  pool: UserPool,
  { username }: PoolUser,
  { written, caller }: { written: ReadonlyMap<string, string>; caller: Caller },
): Promise<PoolUser> {
  const user = await lockPoolUser(trx, username);
  if (!user) throw notAuthorized('Invalid Access Token');
  const now = pool.clock.now();
  const attributes = writeAttributes(user, written, now);
  await saveAttributes(trx, username, { attributes, updatedAt: toInstant(now) });
  const details = { names: [...written.keys()] };
  const actor = { kind: 'user', name: username } as const;
  await pool.audit.record({ action: 'attributes-changed', actor, caller, details }, trx);
  return user;
}

async function deleteUser(pool: UserPool, { username }: PoolUser, caller: Caller): Promise<void> {
  await writeTransaction(pool.database.writer, async (trx) => {
    await requireAnotherAdmin(trx, username);
    await deletePoolUser(trx, username);
    await pool.deleteUser(trx, username);
    await pool.audit.record({ action: 'account-deleted', actor: { kind: 'user', name: username }, caller }, trx);
  });
}
