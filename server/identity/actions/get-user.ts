import { z } from 'zod';
import { type Action, action, Token } from '../action.ts';
import { notAuthorized } from '../cognito-error.ts';
import { findPoolUser } from '../pool-user.repository.ts';
import { verifyAccessToken } from '../tokens.ts';
import { userAttributesOf } from '../user-attributes.ts';

export const getUser: Action = action(z.object({ AccessToken: Token }), async (pool, { AccessToken }) => {
  const holder = await verifyAccessToken(pool, AccessToken);
  const user = holder && (await findPoolUser(pool.database.reader, holder.username));
  if (!user) throw notAuthorized('Invalid Access Token');
  return { Username: user.username, UserAttributes: await userAttributesOf(pool, user) };
});
