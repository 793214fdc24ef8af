import { z } from 'zod';
import { text } from '#contract/text.ts';
import type { Caller } from '../http/caller.ts';
import { toInstant } from '../platform/clock.ts';
import { type Action, clientAction, Name, Parameters, type PoolCaller, parse, Token, userAction } from './action.ts';
import { invalidParameter, notAuthorized } from './cognito-error.ts';
import { sealPassword } from './create-pool-user.ts';
import { endSessions } from './own-account.ts';
import {
  checkPasswordAnswer,
  checkPlainPassword,
  findSignInAccount,
  isPasswordOfAccount,
  offerPasswordChallenge,
  recordSignIn,
  type SignInMethod,
} from './password-challenge.ts';
import { requireGoodPassword } from './password-rule.ts';
import { revokeSessionByRefreshToken } from './pool-session.repository.ts';
import { type PoolUser, updatePassword } from './pool-user.repository.ts';
import { openChallenge, requireStepOf, SignInStep, sealChallenge, signInStepOf } from './sealed-challenge.ts';
import { offerSoftwareToken, verifySoftwareTokenCode } from './software-token-challenge.ts';
import { completeSetup, isMfaDemanded, offerSetup } from './software-token-setup.ts';
import { hashOf, openSession, refreshTokens, TOKEN_SECONDS, type Tokens } from './tokens.ts';
import { userAttributesOf, writeAttributes } from './user-attributes.ts';
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

const NEW_PASSWORD_PURPOSE = 'new password';
const ATTRIBUTE_PREFIX = 'userAttributes.';

async function offerNewPassword(pool: UserPool, user: PoolUser): Promise<object> {
  const { sub: _, ...attributes } = Object.fromEntries(
    (await userAttributesOf(pool, user)).map(({ Name, Value }) => [Name, Value]),
  );
  return {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: sealChallenge(pool, NEW_PASSWORD_PURPOSE, signInStepOf(user)),
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.username,
      requiredAttributes: '[]',
      userAttributes: JSON.stringify(attributes),
    },
  };
}

const NewPasswordResponses = z.object({ USERNAME: Name, NEW_PASSWORD: text({ max: 1000 }) }).catchall(z.unknown());

async function setNewPassword(pool: UserPool, session: string, responses: unknown, caller: Caller): Promise<PoolUser> {
  const { USERNAME, NEW_PASSWORD: password, ...others } = parse(NewPasswordResponses, responses);
  const user = await requireStepOf(pool, openChallenge(pool, NEW_PASSWORD_PURPOSE, session, SignInStep), USERNAME);
  const account = await findSignInAccount(pool, user.username);
  requireGoodPassword(password, user, isPasswordOfAccount(pool, account, password));
  const attributes = await changedAttributes(pool, user, others);
  const changed = { ...sealPassword(pool, { username: user.username, password }), status: 'CONFIRMED' as const };
  const actor = { kind: 'user', name: user.username } as const;
  const isChanged = await pool.database.writer.transaction().execute(async (trx) => {
    const updatedAt = toInstant(pool.clock.now());
    if (!(await updatePassword(trx, user, { ...changed, attributes, updatedAt }))) return false;
    await pool.audit.record({ action: 'password-changed', actor, caller }, trx);
    return true;
  });
  if (!isChanged) throw notAuthorized('Invalid session for the user, session is used up.');
  return { ...user, ...changed, attributes };
}

/**
 * Clients return all attributes of the challenge. Only `name` may differ.
 * @throws {CognitoError} when another attribute was changed.
 */
async function changedAttributes(pool: UserPool, user: PoolUser, responses: Record<string, unknown>) {
  const current = new Map((await userAttributesOf(pool, user)).map(({ Name, Value }) => [Name, Value]));
  const submitted = Object.entries(responses)
    .filter(([name]) => name.startsWith(ATTRIBUTE_PREFIX))
    .map(([name, value]) => [name.slice(ATTRIBUTE_PREFIX.length), value] as const);
  const rejected = submitted.some(([name, value]) => name !== 'name' && current.get(name) !== value);
  if (rejected) throw notAuthorized('A client attempted to write unauthorized attribute');
  const { 'userAttributes.name': name = user.attributes.name } = parse(
    z.object({ 'userAttributes.name': text({ min: 1, max: 256 }).optional() }),
    responses,
  );
  return writeAttributes(user, new Map([['name', name]]), pool.clock.now());
}
