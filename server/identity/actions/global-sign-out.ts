import { z } from 'zod';
import { toInstant } from '../../platform/clock.ts';
import { type Action, action, Token } from '../action.ts';
import { notAuthorized } from '../cognito-error.ts';
import { revokeSessionsOf } from '../pool-session.repository.ts';
import { verifyAccessToken } from '../tokens.ts';

/** Ends every session of the account. */
export const globalSignOut: Action = action(z.object({ AccessToken: Token }), async (pool, { AccessToken }) => {
  const holder = await verifyAccessToken(pool, AccessToken);
  if (!holder) throw notAuthorized('Invalid Access Token');
  await revokeSessionsOf(pool.database.writer, holder.username, toInstant(pool.clock.now()));
  return {};
});
