import { z } from 'zod';
import { type Action, action, Password, Token } from '../action.ts';
import { changePassword as change } from '../change-password.ts';
import { requireSignedIn } from '../signed-in-user.ts';

const Input = z.object({ AccessToken: Token, PreviousPassword: Password, ProposedPassword: Password });

export const changePassword: Action = action(Input, async (pool, input, caller) => {
  const signedIn = await requireSignedIn(pool, input.AccessToken);
  await change(pool, signedIn, { previous: input.PreviousPassword, proposed: input.ProposedPassword }, caller);
  return {};
});
