import { z } from 'zod';
import type { Caller } from '../../http/caller.ts';
import { confirmEmail, findWaitingAccount } from '../confirm-email.ts';
import { resetTries } from '../confirmation-code.ts';
import { deliveryOf, deliveryTo, mailSignUpCode, typedAddress } from '../mailed-code.ts';
import { requireMailQuota } from '../quota.ts';
import { withMinimumDuration } from '../rate-limit.ts';
import { findAccount } from '../sign-in-account.ts';
import { signUpUser } from '../sign-up.ts';
import { AttributeList, readAttributes } from '../user-attributes.ts';
import type { UserPool } from '../user-pool.ts';
import { type Action, action, Code, Name, Password, requireClient } from './action.ts';

const ResendConfirmationCodeInput = z.object({ ClientId: Name, Username: Name });

export const resendConfirmationCode: Action = action(
  ResendConfirmationCodeInput,
  async (pool, { ClientId, Username }, caller) => {
    requireClient(pool, ClientId);
    return withMinimumDuration(() => resend(pool, Username, caller));
  },
);

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

const ConfirmSignUpInput = z.object({ ClientId: Name, Username: Name, ConfirmationCode: Code });

export const confirmSignUp: Action = action(ConfirmSignUpInput, async (pool, input, caller) => {
  requireClient(pool, input.ClientId);
  const { Username, ConfirmationCode: code } = input;
  const account = (await findWaitingAccount(pool, Username, code)) ?? (await findAccount(pool, Username));
  await confirmEmail(pool, account, { purpose: 'sign-up', code }, caller);
  return {};
});

const SignUpInput = z.object({ ClientId: Name, Username: Name, Password, UserAttributes: AttributeList });

export const signUp: Action = action(SignUpInput, async (pool, input, caller) => {
  requireClient(pool, input.ClientId);
  const written = readAttributes(input.UserAttributes);
  const user = await signUpUser(pool, { name: input.Username, password: input.Password, written }, caller);
  return { UserConfirmed: false, UserSub: user.sub, CodeDeliveryDetails: deliveryTo(user.email) };
});
