import { z } from 'zod';
import { type Action, action, Code, Name, Token } from '../action.ts';
import { invalidParameter } from '../cognito-error.ts';
import { confirmEmail } from '../confirm-email.ts';
import { requireSignedIn } from '../signed-in-user.ts';

const Input = z.object({ AccessToken: Token, AttributeName: Name, Code });

export const verifyUserAttribute: Action = action(Input, async (pool, input, caller) => {
  const { user } = await requireSignedIn(pool, input.AccessToken);
  if (input.AttributeName !== 'email') throw invalidParameter('Only the attribute email is verified.');
  await confirmEmail(pool, { username: user.username, user }, { purpose: 'email', code: input.Code }, caller);
  return {};
});
