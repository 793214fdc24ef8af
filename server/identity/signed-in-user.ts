import { notAuthorized } from './cognito-error.ts';
import { findPoolUser, type PoolUser } from './pool-user.repository.ts';
import { verifyAccessToken } from './tokens.ts';
import type { UserPool } from './user-pool.ts';

/** @throws {CognitoError} unless the access token is valid. */
export async function requireSignedIn(
  pool: UserPool,
  accessToken: string,
): Promise<{ user: PoolUser; sessionId: string }> {
  const holder = await verifyAccessToken(pool, accessToken);
  const user = holder && (await findPoolUser(pool.database.writer, holder.username));
  if (!user) throw notAuthorized('Invalid Access Token');
  return { user, sessionId: holder.sessionId };
}
