import { notAuthorized } from './cognito-error.ts';
import type { PoolCaller } from './known-device.ts';
import { offerNewPassword } from './new-password-challenge.ts';
import { findPoolUser, type PoolUser } from './pool-user.repository.ts';
import { recordSignIn, type SignInMethod } from './sign-in-account.ts';
import { offerSoftwareToken } from './software-token-challenge.ts';
import { isMfaDemanded, offerSetup } from './software-token-setup.ts';
import { findSessionToRefresh, issueTokens, openSession, TOKEN_SECONDS, type Tokens } from './tokens.ts';
import type { UserPool } from './user-pool.ts';

export async function signInResult(pool: UserPool, user: PoolUser, caller: PoolCaller): Promise<object> {
  if (user.status === 'FORCE_CHANGE_PASSWORD') return offerNewPassword(pool, user);
  if (user.isTotpEnabled) return offerSoftwareToken(pool, user);
  if (await isMfaDemanded(pool, user)) return offerSetup(pool, user);
  return completedSignIn(pool, user, caller, 'password');
}

export async function completedSignIn(
  pool: UserPool,
  user: PoolUser,
  caller: PoolCaller,
  how: SignInMethod,
): Promise<object> {
  const tokens = await openSession(pool, user, caller);
  caller.device?.remember(user.username);
  await recordSignIn(pool, user, caller, how);
  return authenticationResult(tokens);
}

export async function refreshResult(pool: UserPool, refreshToken: string): Promise<object> {
  const session = await findSessionToRefresh(pool, refreshToken);
  const user = session && (await findPoolUser(pool.database.writer, session.username));
  if (!session || !user) throw notAuthorized('Invalid Refresh Token');
  return authenticationResult(await issueTokens(pool, user, session));
}

/** Without a refresh token in the response, clients keep the one they have. */
function authenticationResult({ accessToken, idToken, refreshToken }: Tokens & { refreshToken?: string }): object {
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
