import { z } from 'zod';
import { toInstant } from '../../platform/clock.ts';
import { type Action, action, Name, requireClient, Token } from '../action.ts';
import { revokeSessionByRefreshToken } from '../pool-session.repository.ts';
import { hashOf } from '../tokens.ts';

/** Ends the session of a refresh token, and with it every token of the session. A token of nobody's is no error. */
export const revokeToken: Action = action(z.object({ Token, ClientId: Name }), async (pool, { Token, ClientId }) => {
  requireClient(pool, ClientId);
  await revokeSessionByRefreshToken(pool.database.writer, hashOf(Token), toInstant(pool.clock.now()));
  return {};
});
