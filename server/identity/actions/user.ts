import { z } from 'zod';
import { HttpError } from '../../http/errors.ts';
import { toInstant } from '../../platform/clock.ts';
import { invalidParameter, notAuthorized } from '../cognito-error.ts';
import { changeEmail, confirmEmail, mailEmailCode, orAliasExists } from '../confirm-email.ts';
import { deliveryTo } from '../mailed-code.ts';
import { deleteOwnAccount } from '../own-account.ts';
import { lockPoolUser, saveAttributes } from '../pool-user.repository.ts';
import { requireActionQuota } from '../quota.ts';
import { requireSignedIn } from '../tokens.ts';
import {
  AttributeList,
  readAttributes,
  requireWritable,
  userAttributesOf,
  writeAttributes,
} from '../user-attributes.ts';
import { type Action, action, Code, Name, Token } from './action.ts';

export const deleteUser: Action = action(z.object({ AccessToken: Token }), async (pool, { AccessToken }, caller) => {
  const { user } = await requireSignedIn(pool, AccessToken);
  await deleteOwnAccount(pool, user.username, caller).catch((error: unknown) => {
    throw error instanceof HttpError ? invalidParameter(error.body.message) : error;
  });
  return {};
});

const VerifyUserAttributeInput = z.object({ AccessToken: Token, AttributeName: Name, Code });

export const verifyUserAttribute: Action = action(VerifyUserAttributeInput, async (pool, input, caller) => {
  const { user } = await requireSignedIn(pool, input.AccessToken);
  if (input.AttributeName !== 'email') throw invalidParameter('Only the attribute email is verified.');
  await confirmEmail(pool, { username: user.username, user }, { purpose: 'email', code: input.Code }, caller);
  return {};
});

const GetUserAttributeVerificationCodeInput = z.object({ AccessToken: Token, AttributeName: Name });

export const getUserAttributeVerificationCode: Action = action(
  GetUserAttributeVerificationCodeInput,
  async (pool, input, caller) => {
    const { user } = await requireSignedIn(pool, input.AccessToken);
    if (input.AttributeName !== 'email') throw invalidParameter('Only the attribute email is verified.');
    if (user.isEmailVerified) throw invalidParameter('The email is verified already.');
    await pool.database.writer.transaction().execute((trx) => mailEmailCode(trx, pool, user, caller));
    return { CodeDeliveryDetails: deliveryTo(user.email) };
  },
);

const DeleteUserAttributesInput = z.object({ AccessToken: Token, UserAttributeNames: z.array(Name).max(50) });

export const deleteUserAttributes: Action = action(DeleteUserAttributesInput, async (pool, input, caller) => {
  const { username } = (await requireSignedIn(pool, input.AccessToken)).user;
  const names = [...new Set(input.UserAttributeNames)];
  requireWritable(names);
  if (names.includes('email')) throw invalidParameter('Required attributes cannot be deleted: email');
  const now = pool.clock.now();
  await pool.database.writer.transaction().execute(async (trx) => {
    const lockedUser = await lockPoolUser(trx, username);
    if (!lockedUser) throw notAuthorized('Invalid Access Token');
    const attributes = writeAttributes(lockedUser, new Map(names.map((name) => [name, ''])), now);
    await saveAttributes(trx, username, { attributes, updatedAt: toInstant(now) });
    const actor = { kind: 'user', name: username } as const;
    await pool.audit.record({ action: 'attributes-changed', actor, caller, details: { names } }, trx);
  });
  return {};
});

const UpdateUserAttributesInput = z.object({ AccessToken: Token, UserAttributes: AttributeList });

export const updateUserAttributes: Action = action(
  UpdateUserAttributesInput,
  async (pool, { AccessToken, UserAttributes }, caller) => {
    const { user } = await requireSignedIn(pool, AccessToken);
    const { username } = user;
    await requireActionQuota(pool, username, 'attributes');
    const written = readAttributes(UserAttributes);
    const email = written.get('email');
    const now = pool.clock.now();
    const isMailed = await orAliasExists(pool, email, () =>
      pool.database.writer.transaction().execute(async (trx) => {
        const lockedUser = await lockPoolUser(trx, username);
        if (!lockedUser) throw notAuthorized('Invalid Access Token');
        const attributes = writeAttributes(lockedUser, written, now);
        await saveAttributes(trx, username, { attributes, updatedAt: toInstant(now) });
        const details = { names: [...written.keys()] };
        const actor = { kind: 'user', name: username } as const;
        await pool.audit.record({ action: 'attributes-changed', actor, caller, details }, trx);
        const isSame = email === undefined || (lockedUser.isEmailVerified && lockedUser.email === email);
        return !isSame && (await changeEmail(trx, pool, lockedUser, email, caller));
      }),
    );
    return { CodeDeliveryDetailsList: isMailed && email !== undefined ? [deliveryTo(email)] : [] };
  },
);

const mfa = { PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA', UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] };

export const getUser: Action = action(z.object({ AccessToken: Token }), async (pool, { AccessToken }) => {
  const { user } = await requireSignedIn(pool, AccessToken);
  return {
    Username: user.username,
    UserAttributes: await userAttributesOf(pool, user),
    ...(user.isTotpEnabled && mfa),
  };
});
