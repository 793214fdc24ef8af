import { z } from 'zod';
import { changeOwnPassword } from '../change-password.ts';
import { mailForgottenPasswordCode, resetForgottenPassword } from '../forgotten-password.ts';
import { withMinimumDuration } from '../rate-limit.ts';
import { requireSignedIn } from '../tokens.ts';
import { type Action, action, Code, Name, Password, requireClient, Token } from './action.ts';

const ConfirmForgotPasswordInput = z.object({ ClientId: Name, Username: Name, ConfirmationCode: Code, Password });

export const confirmForgotPassword: Action = action(ConfirmForgotPasswordInput, async (pool, input, caller) => {
  requireClient(pool, input.ClientId);
  const { Username: name, ConfirmationCode: code, Password: password } = input;
  await resetForgottenPassword(pool, { name, code, password }, caller);
  return {};
});

const ForgotPasswordInput = z.object({ ClientId: Name, Username: Name });

export const forgotPassword: Action = action(ForgotPasswordInput, async (pool, { ClientId, Username }, caller) => {
  requireClient(pool, ClientId);
  return withMinimumDuration(async () => ({
    CodeDeliveryDetails: await mailForgottenPasswordCode(pool, Username, caller),
  }));
});

const ChangePasswordInput = z.object({ AccessToken: Token, PreviousPassword: Password, ProposedPassword: Password });

export const changePassword: Action = action(ChangePasswordInput, async (pool, input, caller) => {
  const signedIn = await requireSignedIn(pool, input.AccessToken);
  await changeOwnPassword(
    pool,
    signedIn,
    { previous: input.PreviousPassword, proposed: input.ProposedPassword },
    caller,
  );
  return {};
});
