import { z } from 'zod';
import { type Action, action, Name, Parameters, parse, requireClient, Token } from '../action.ts';
import { invalidParameter } from '../cognito-error.ts';
import type { PoolCaller } from '../known-device.ts';
import { takeNewPassword } from '../new-password-challenge.ts';
import { checkPasswordAnswer } from '../password-challenge.ts';
import { completedSignIn, signInResult } from '../sign-in-result.ts';
import { takeSoftwareToken } from '../software-token-challenge.ts';
import { takeSetup } from '../software-token-setup.ts';
import type { UserPool } from '../user-pool.ts';

const Input = z.object({
  ChallengeName: Name,
  ClientId: Name,
  ChallengeResponses: Parameters,
  Session: Token.nullish(),
});
type Input = z.infer<typeof Input>;

type Challenge = (pool: UserPool, input: Input, caller: PoolCaller) => Promise<object>;

const challenges: Readonly<Record<string, Challenge>> = {
  PASSWORD_VERIFIER: async (pool, { ChallengeResponses }, caller) =>
    signInResult(pool, await checkPasswordAnswer(pool, ChallengeResponses, caller), caller),
  NEW_PASSWORD_REQUIRED: async (pool, { ChallengeResponses, Session }, caller) =>
    signInResult(pool, await takeNewPassword(pool, parse(Token, Session), ChallengeResponses, caller), caller),
  SOFTWARE_TOKEN_MFA: async (pool, { ChallengeResponses, Session }, caller) => {
    const { user, how } = await takeSoftwareToken(pool, parse(Token, Session), ChallengeResponses, caller);
    return completedSignIn(pool, user, caller, how);
  },
  MFA_SETUP: async (pool, { ChallengeResponses, Session }, caller) =>
    completedSignIn(pool, await takeSetup(pool, parse(Token, Session), ChallengeResponses), caller, 'totp'),
};

export const respondToAuthChallenge: Action = action(Input, async (pool, input, caller) => {
  requireClient(pool, input.ClientId);
  const { ChallengeName } = input;
  const challenge = Object.hasOwn(challenges, ChallengeName) ? challenges[ChallengeName] : undefined;
  if (!challenge) throw invalidParameter('Challenge not supported.');
  return challenge(pool, input, caller);
});
