import { z } from 'zod';
import { text } from '#contract/text.ts';
import { type Action, action, Token } from '../action.ts';
import { invalidParameter } from '../cognito-error.ts';
import { requireSignedIn } from '../signed-in-user.ts';
import { verifyForUser, verifyInSession } from '../software-token-setup.ts';

const Input = z.object({
  AccessToken: Token.nullish(),
  Session: Token.nullish(),
  UserCode: text({ min: 1, max: 100 }),
});

/** Verifies the first code of an authenticator app. Cognito's FriendlyDeviceName is ignored. */
export const verifySoftwareToken: Action = action(Input, async (pool, { AccessToken, Session, UserCode }, caller) => {
  if (AccessToken) {
    const { user } = await requireSignedIn(pool, AccessToken);
    return verifyForUser(pool, { user, code: UserCode }, caller);
  }
  if (Session) return verifyInSession(pool, { session: Session, code: UserCode }, caller);
  throw invalidParameter('Either AccessToken or Session is needed.');
});
