import { z } from 'zod';
import { type Action, action, Code, Name, requireClient } from '../action.ts';
import { confirmEmail, findWaitingAccount } from '../confirm-email.ts';
import { findAccount } from '../sign-in-account.ts';

const Input = z.object({ ClientId: Name, Username: Name, ConfirmationCode: Code });

export const confirmSignUp: Action = action(Input, async (pool, input, caller) => {
  requireClient(pool, input.ClientId);
  const { Username, ConfirmationCode: code } = input;
  const account = (await findWaitingAccount(pool, Username, code)) ?? (await findAccount(pool, Username));
  await confirmEmail(pool, account, { purpose: 'sign-up', code }, caller);
  return {};
});
