import { z } from 'zod';
import { toInstant } from '../../platform/clock.ts';
import { invalidParameter } from '../cognito-error.ts';
import type { PoolCaller } from '../known-device.ts';
import { setNewPassword } from '../new-password-challenge.ts';
import { endSessions } from '../own-account.ts';
import { checkPasswordAnswer, checkPlainPassword, offerPasswordChallenge } from '../password-challenge.ts';
import { revokeSessionByRefreshToken } from '../pool-session.repository.ts';
import { completedSignIn, refreshResult, signInResult } from '../sign-in-result.ts';
import { verifySoftwareTokenCode } from '../software-token-challenge.ts';
import { completeSetup } from '../software-token-setup.ts';
import { hashOf, requireSignedIn } from '../tokens.ts';
import type { UserPool } from '../user-pool.ts';
import { type Action, action, Name, Parameters, parse, requireClient, Token } from './action.ts';

export const globalSignOut: Action = action(z.object({ AccessToken: Token }), async (pool, { AccessToken }, caller) => {
  await endSessions(pool, (await requireSignedIn(pool, AccessToken)).user, caller);
  return {};
});

/** Unknown tokens are ignored (RFC 7009, 2.2). */
export const revokeToken: Action = action(
  z.object({ Token, ClientId: Name }),
  async (pool, { Token, ClientId }, caller) => {
    requireClient(pool, ClientId);
    await pool.database.writer.transaction().execute(async (trx) => {
      const username = await revokeSessionByRefreshToken(trx, hashOf(Token), toInstant(pool.clock.now()));
      if (username === undefined) return;
      await pool.audit.record({ action: 'signed-out', actor: { kind: 'user', name: username }, caller }, trx);
    });
    return {};
  },
);

const GetTokensFromRefreshTokenInput = z.object({ ClientId: Name, RefreshToken: Token });

/** Replaces REFRESH_TOKEN_AUTH of InitiateAuth in newer clients. */
export const getTokensFromRefreshToken: Action = action(
  GetTokensFromRefreshTokenInput,
  async (pool, { ClientId, RefreshToken }) => {
    requireClient(pool, ClientId);
    return refreshResult(pool, RefreshToken);
  },
);

const RespondToAuthChallengeInput = z.object({
  ChallengeName: Name,
  ClientId: Name,
  ChallengeResponses: Parameters,
  Session: Token.nullish(),
});
type RespondToAuthChallengeInput = z.infer<typeof RespondToAuthChallengeInput>;

type Challenge = (pool: UserPool, input: RespondToAuthChallengeInput, caller: PoolCaller) => Promise<object>;

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

export const respondToAuthChallenge: Action = action(RespondToAuthChallengeInput, async (pool, input, caller) => {
  requireClient(pool, input.ClientId);
  const { ChallengeName } = input;
  const challenge = Object.hasOwn(challenges, ChallengeName) ? challenges[ChallengeName] : undefined;
  if (!challenge) throw invalidParameter('Challenge not supported.');
  return challenge(pool, input, caller);
});

type Flow = (pool: UserPool, parameters: z.infer<typeof Parameters>, caller: PoolCaller) => Promise<object>;

const flows: Readonly<Record<string, Flow>> = {
  USER_SRP_AUTH: offerPasswordChallenge,
  REFRESH_TOKEN_AUTH: refresh,
  REFRESH_TOKEN: refresh,
  USER_PASSWORD_AUTH: signInByPassword,
};

const InitiateAuthInput = z.object({ AuthFlow: Name, ClientId: Name, AuthParameters: Parameters });

export const initiateAuth: Action = action(
  InitiateAuthInput,
  async (pool, { AuthFlow, ClientId, AuthParameters }, caller) => {
    requireClient(pool, ClientId);
    const flow = Object.hasOwn(flows, AuthFlow) ? flows[AuthFlow] : undefined;
    if (!flow) throw invalidParameter('Initiate Auth method not supported.');
    return flow(pool, AuthParameters, caller);
  },
);

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
