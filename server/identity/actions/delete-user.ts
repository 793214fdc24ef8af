import { z } from 'zod';
import { HttpError } from '../../http/errors.ts';
import { type Action, action, Token } from '../action.ts';
import { invalidParameter } from '../cognito-error.ts';
import { deleteOwnAccount } from '../own-account.ts';
import { requireSignedIn } from '../signed-in-user.ts';

export const deleteUser: Action = action(z.object({ AccessToken: Token }), async (pool, { AccessToken }, caller) => {
  const { user } = await requireSignedIn(pool, AccessToken);
  await deleteOwnAccount(pool, user.username, caller).catch((error: unknown) => {
    throw error instanceof HttpError ? invalidParameter(error.body.message) : error;
  });
  return {};
});
