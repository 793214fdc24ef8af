import { z } from 'zod';
import { type Action, action, Name, Parameters, parse, requireClient, Token } from '../action.ts';
import { invalidParameter, notAuthorized } from '../cognito-error.ts';
import { checkPlainPassword, offerPasswordChallenge } from '../password-challenge.ts';
import { findPoolUser } from '../pool-user.repository.ts';
import { authenticationResult, signInResult } from '../sign-in-result.ts';
import { findSessionToRefresh, issueTokens } from '../tokens.ts';
import type { UserPool } from '../user-pool.ts';

type Flow = (pool: UserPool, parameters: z.infer<typeof Parameters>) => Promise<object>;

const flows: Readonly<Record<string, Flow>> = {
  USER_SRP_AUTH: offerPasswordChallenge,
  REFRESH_TOKEN_AUTH: refresh,
  REFRESH_TOKEN: refresh,
  USER_PASSWORD_AUTH: signInByPassword,
};

const Input = z.object({ AuthFlow: Name, ClientId: Name, AuthParameters: Parameters });

export const initiateAuth: Action = action(Input, async (pool, { AuthFlow, ClientId, AuthParameters }) => {
  requireClient(pool, ClientId);
  const flow = Object.hasOwn(flows, AuthFlow) ? flows[AuthFlow] : undefined;
  if (!flow) throw invalidParameter('Initiate Auth method not supported.');
  return flow(pool, AuthParameters);
});

async function signInByPassword(pool: UserPool, parameters: z.infer<typeof Parameters>): Promise<object> {
  if (!pool.isUserPasswordAuthEnabled) {
    throw invalidParameter('USER_PASSWORD_AUTH flow not enabled for this client');
  }
  return signInResult(pool, await checkPlainPassword(pool, parameters));
}

/** New access and ID tokens for as long as the session lasts; what has changed about the account is in them. */
async function refresh(pool: UserPool, parameters: z.infer<typeof Parameters>): Promise<object> {
  const { REFRESH_TOKEN } = parse(z.object({ REFRESH_TOKEN: Token }), parameters);
  const session = await findSessionToRefresh(pool, REFRESH_TOKEN);
  const user = session && (await findPoolUser(pool.database.writer, session.username));
  if (!session || !user) throw notAuthorized('Invalid Refresh Token');
  return authenticationResult(await issueTokens(pool, user, session));
}
