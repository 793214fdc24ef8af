import { z } from 'zod';
import { type Action, action, Name, Parameters, parse, requireClient, Token } from '../action.ts';
import { invalidParameter } from '../cognito-error.ts';
import { takeNewPassword } from '../new-password-challenge.ts';
import { checkPasswordAnswer } from '../password-challenge.ts';
import type { PoolUser } from '../pool-user.repository.ts';
import { signInResult } from '../sign-in-result.ts';
import type { UserPool } from '../user-pool.ts';

const Input = z.object({
  ChallengeName: Name,
  ClientId: Name,
  ChallengeResponses: Parameters,
  Session: Token.nullish(),
});
type Input = z.infer<typeof Input>;

/** Each takes the answer to its challenge and says who has given it. */
const challenges: Readonly<Record<string, (pool: UserPool, input: Input) => Promise<PoolUser>>> = {
  PASSWORD_VERIFIER: (pool, { ChallengeResponses }) => checkPasswordAnswer(pool, ChallengeResponses),
  NEW_PASSWORD_REQUIRED: (pool, { ChallengeResponses, Session }) =>
    takeNewPassword(pool, parse(Token, Session), ChallengeResponses),
};

export const respondToAuthChallenge: Action = action(Input, async (pool, input) => {
  requireClient(pool, input.ClientId);
  const { ChallengeName } = input;
  const challenge = Object.hasOwn(challenges, ChallengeName) ? challenges[ChallengeName] : undefined;
  if (!challenge) throw invalidParameter('Challenge not supported.');
  return signInResult(pool, await challenge(pool, input));
});
