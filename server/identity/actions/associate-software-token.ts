import { z } from 'zod';
import { type Action, action, Token } from '../action.ts';
import { invalidParameter } from '../cognito-error.ts';
import { requireSignedIn } from '../signed-in-user.ts';
import { associateForUser, associateInSession } from '../software-token-setup.ts';

const Input = z.object({ AccessToken: Token.nullish(), Session: Token.nullish() });

export const associateSoftwareToken: Action = action(Input, async (pool, { AccessToken, Session }) => {
  if (AccessToken) return associateForUser(pool, (await requireSignedIn(pool, AccessToken)).user);
  if (Session) return associateInSession(pool, Session);
  throw invalidParameter('Either AccessToken or Session is needed.');
});
