import { z } from 'zod';
import { type Action, action, Name, Parameters, parse, requireClient, Token } from '../action.ts';
import { invalidParameter } from '../cognito-error.ts';
import type { PoolCaller } from '../known-device.ts';
import { checkPlainPassword, offerPasswordChallenge } from '../password-challenge.ts';
import { refreshResult, signInResult } from '../sign-in-result.ts';
import type { UserPool } from '../user-pool.ts';

type Flow = (pool: UserPool, parameters: z.infer<typeof Parameters>, caller: PoolCaller) => Promise<object>;

const flows: Readonly<Record<string, Flow>> = {
  USER_SRP_AUTH: offerPasswordChallenge,
  REFRESH_TOKEN_AUTH: refresh,
  REFRESH_TOKEN: refresh,
  USER_PASSWORD_AUTH: signInByPassword,
};

const Input = z.object({ AuthFlow: Name, ClientId: Name, AuthParameters: Parameters });

export const initiateAuth: Action = action(Input, async (pool, { AuthFlow, ClientId, AuthParameters }, caller) => {
  requireClient(pool, ClientId);
  const flow = Object.hasOwn(flows, AuthFlow) ? flows[AuthFlow] : undefined;
  if (!flow) throw invalidParameter('Initiate Auth method not supported.');
  return flow(pool, AuthParameters, caller);
});

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
