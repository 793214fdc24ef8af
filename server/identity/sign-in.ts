import { z } from 'zod';
import { toInstant } from '../platform/clock.ts';
import { type Action, clientAction, Name, Parameters, parse, Token, userAction } from './action.ts';
import { invalidParameter, notAuthorized } from './cognito-error.ts';
import type { PoolCaller } from './known-device.ts';
import { offerNewPassword, setNewPassword } from './new-password-challenge.ts';
import { endSessions } from './own-account.ts';
import { checkPasswordAnswer, checkPlainPassword, offerPasswordChallenge } from './password-challenge.ts';
import { revokeSessionByRefreshToken } from './pool-session.repository.ts';
import type { PoolUser } from './pool-user.repository.ts';
import { recordSignIn, type SignInMethod } from './sign-in-account.ts';
import { offerSoftwareToken, verifySoftwareTokenCode } from './software-token-challenge.ts';
import { completeSetup, isMfaDemanded, offerSetup } from './software-token-setup.ts';
import { hashOf, openSession, refreshTokens, TOKEN_SECONDS, type Tokens } from './tokens.ts';
import type { UserPool } from './user-pool.ts';

export const signInActions = {
  InitiateAuth: clientAction(
    { AuthFlow: Name, AuthParameters: Parameters },
    async (pool, { AuthFlow, AuthParameters }, caller) => {
      const flow = Object.hasOwn(flows, AuthFlow) ? flows[AuthFlow] : undefined;
      if (!flow) throw invalidParameter('Initiate Auth method not supported.');
      return flow(pool, AuthParameters, caller);
    },
  ),

  RespondToAuthChallenge: clientAction(
    { ChallengeName: Name, ChallengeResponses: Parameters, Session: Token.nullish() },
    async (pool, { ChallengeName, ...answer }, caller) => {
      const challenge = Object.hasOwn(challenges, ChallengeName) ? challenges[ChallengeName] : undefined;
      if (!challenge) throw invalidParameter('Challenge not supported.');
      return challenge(pool, answer, caller);
    },
  ),

  /** Replaces REFRESH_TOKEN_AUTH of InitiateAuth in newer clients. */
  GetTokensFromRefreshToken: clientAction({ RefreshToken: Token }, (pool, { RefreshToken }) =>
    refreshResult(pool, RefreshToken),
  ),

  /** Unknown tokens are ignored (RFC 7009, 2.2). */
  RevokeToken: clientAction({ Token }, async (pool, { Token }, caller) => {
    await pool.database.writer.transaction().execute(async (trx) => {
      const username = await revokeSessionByRefreshToken(trx, hashOf(Token), toInstant(pool.clock.now()));
      if (username === undefined) return;
      await pool.audit.record({ action: 'signed-out', actor: { kind: 'user', name: username }, caller }, trx);
    });
    return {};
  }),

  GlobalSignOut: userAction({}, async (pool, { user }, caller) => {
    await endSessions(pool, user, caller);
    return {};
  }),
} satisfies Record<string, Action>;

type Flow = (pool: UserPool, parameters: z.infer<typeof Parameters>, caller: PoolCaller) => Promise<object>;

const flows: Readonly<Record<string, Flow>> = {
  USER_SRP_AUTH: offerPasswordChallenge,
  REFRESH_TOKEN_AUTH: refresh,
  REFRESH_TOKEN: refresh,
  USER_PASSWORD_AUTH: signInByPassword,
};

interface ChallengeAnswer {
  readonly ChallengeResponses: z.infer<typeof Parameters>;
  readonly Session?: string | null | undefined;
}

type Challenge = (pool: UserPool, input: ChallengeAnswer, caller: PoolCaller) => Promise<object>;

const challenges: Readonly<Record<string, Challenge>> = {
  PASSWORD_VERIFIER: async (pool, { ChallengeResponses }, caller) =>
    signInResult(pool, await checkPasswordAnswer(pool, ChallengeResponses, caller), caller),
  NEW_PASSWORD_REQUIRED: async (pool, { ChallengeResponses, Session }, caller) =>
    signInResult(pool, await setNewPassword(pool, parse(Token, Session), ChallengeResponses, caller), caller),
  SOFTWARE_TOKEN_MFA: async (pool, { ChallengeResponses, Session }, caller) => {
    const { user, how } = await verifySoftwareTokenCode(pool, parse(Token, Session), ChallengeResponses, caller);
    return completedSignIn(pool, user, caller, how);
  },
  MFA_SETUP: async (pool, { ChallengeResponses, Session }, caller) =>
    completedSignIn(pool, await completeSetup(pool, parse(Token, Session), ChallengeResponses), caller, 'totp'),
};

async function signInByPassword(
  pool: UserPool,
  parameters: z.infer<typeof Parameters>,
  caller: PoolCaller,
): Promise<object> {
  if (!pool.isUserPasswordAuthEnabled) {
    throw invalidParameter('USER_PASSWORD_AUTH flow not enabled for this client');
  }
  return signInResult(pool, await checkPlainPassword(pool, parameters, caller), caller);
}

async function refresh(pool: UserPool, parameters: z.infer<typeof Parameters>): Promise<object> {
  const { REFRESH_TOKEN } = parse(z.object({ REFRESH_TOKEN: Token }), parameters);
  return refreshResult(pool, REFRESH_TOKEN);
}

async function signInResult(pool: UserPool, user: PoolUser, caller: PoolCaller): Promise<object> {
  if (user.status === 'FORCE_CHANGE_PASSWORD') return offerNewPassword(pool, user);
  if (user.isTotpEnabled) return offerSoftwareToken(pool, user);
  if (await isMfaDemanded(pool, user)) return offerSetup(pool, user);
  return completedSignIn(pool, user, caller, 'password');
}

async function completedSignIn(pool: UserPool, user: PoolUser, caller: PoolCaller, how: SignInMethod): Promise<object> {
  const tokens = await openSession(pool, user, caller);
  caller.device?.remember(user.username);
  await recordSignIn(pool, user, caller, how);
  return authenticationResult(tokens);
}

async function refreshResult(pool: UserPool, refreshToken: string): Promise<object> {
  const tokens = await refreshTokens(pool, refreshToken);
  if (!tokens) throw notAuthorized('Invalid Refresh Token');
  return authenticationResult(tokens);
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
