import { z } from 'zod';
import { type Action, action, Token } from '../action.ts';
import { endSessions } from '../own-sessions.ts';
import { requireSignedIn } from '../signed-in-user.ts';

export const globalSignOut: Action = action(z.object({ AccessToken: Token }), async (pool, { AccessToken }, caller) => {
  await endSessions(pool, (await requireSignedIn(pool, AccessToken)).user, caller);
  return {};
});
