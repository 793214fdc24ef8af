import { offerNewPassword } from './new-password-challenge.ts';
import type { PoolUser } from './pool-user.repository.ts';
import { openSession, TOKEN_SECONDS, type Tokens } from './tokens.ts';
import type { UserPool } from './user-pool.ts';

/** What follows when somebody has proved who they are: the next challenge, or the tokens. */
export async function signInResult(pool: UserPool, user: PoolUser): Promise<object> {
  if (user.status === 'FORCE_CHANGE_PASSWORD') return offerNewPassword(pool, user);
  return authenticationResult(await openSession(pool, user));
}

/** Without a refresh token clients keep the one they have. */
export function authenticationResult({
  accessToken,
  idToken,
  refreshToken,
}: Tokens & { refreshToken?: string }): object {
  return {
    AuthenticationResult: {
      AccessToken: accessToken,
      IdToken: idToken,
      ...(refreshToken !== undefined && { RefreshToken: refreshToken }),
      ExpiresIn: TOKEN_SECONDS,
      TokenType: 'Bearer',
    },
    ChallengeParameters: {},
  };
}
