import { z } from 'zod';
import { type Action, action, Code, Name, requireClient } from '../action.ts';
import { confirmEmail } from '../confirm-email.ts';
import { findAccount } from '../sign-in-account.ts';

const Input = z.object({ ClientId: Name, Username: Name, ConfirmationCode: Code });

export const confirmSignUp: Action = action(Input, async (pool, input, caller) => {
  requireClient(pool, input.ClientId);
  const account = await findAccount(pool, input.Username);
  await confirmEmail(pool, account, { purpose: 'sign-up', code: input.ConfirmationCode }, caller);
  return {};
});
