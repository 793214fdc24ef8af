import { z } from 'zod';
import { type Action, action, Code, Name, Password, requireClient } from '../action.ts';
import { takeForgottenPassword } from '../forgotten-password.ts';

const Input = z.object({ ClientId: Name, Username: Name, ConfirmationCode: Code, Password });

export const confirmForgotPassword: Action = action(Input, async (pool, input, caller) => {
  requireClient(pool, input.ClientId);
  const { Username: name, ConfirmationCode: code, Password: password } = input;
  await takeForgottenPassword(pool, { name, code, password }, caller);
  return {};
});
