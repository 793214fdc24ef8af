import type { CognitoUser, CognitoUserSession } from 'amazon-cognito-identity-js';
import { ApiError, type Call, createApiClient } from '#contract/api-client.ts';
import { authHeaderOf } from '#contract/site-config.ts';
import { apiBaseUrl, consoleConfig } from './console-config.ts';
import { openUserPool, type PoolError, signedInUser } from './user-pool.ts';

export class SessionLost extends Error {
  constructor(options?: ErrorOptions) {
    super('Nobody is signed in', options);
    this.name = 'SessionLost';
  }
}

/** Renews tokens this long before expiry, so that none expires in transit. */
const RENEWAL_SECONDS = 60;

/**
 * @throws {SessionLost} when there is no session, or the pool refuses to renew it.
 * @throws {ApiError} with status 0 when the pool cannot be reached; the session is kept.
 */
async function accessToken(): Promise<string> {
  const user = await signedInUser();
  if (!user) throw new SessionLost();
  const stored = await storedTokens(user);
  if (!isExpired(stored.accessToken, stored.now + RENEWAL_SECONDS)) return stored.accessToken;
  try {
    return await renew(user, stored.refreshToken);
  } catch (error) {
    if (error instanceof SessionLost) await forgetSession(stored.accessToken);
    else if (!isExpired(stored.accessToken, stored.now)) return stored.accessToken;
    throw error;
  }
}

/**
 * Renews a rejected token and retries once, since its claims may be outdated or the signing keys may have been rotated.
 * @throws {SessionLost} when the renewed token is rejected, too.
 */
export async function withToken<Result>(
  work: (token: string) => Promise<Result>,
  isTokenRejected: (error: unknown) => boolean,
): Promise<Result> {
  const token = await accessToken();
  try {
    return await work(token);
  } catch (error) {
    if (!isTokenRejected(error)) throw error;
  }
  const renewed = await replaceToken(token);
  try {
    return await work(renewed);
  } catch (error) {
    if (!isTokenRejected(error)) throw error;
    await forgetSession(renewed);
    throw new SessionLost({ cause: error });
  }
}

/**
 * Renews a rejected token and repeats the call once.
 * @throws {SessionLost} when there is no session, or when neither the API nor the pool accepts it.
 */
export const sessionCall: Call = (endpoint, request, signal) =>
  withToken(
    async (token) => {
      const headers = Object.fromEntries([authHeaderOf(await consoleConfig(), token)]);
      return createApiClient({ baseUrl: apiBaseUrl(), headers })(endpoint, request, signal);
    },
    (error) => error instanceof ApiError && error.status === 401,
  );

/** Another tab may have replaced the token already. */
async function replaceToken(refused: string): Promise<string> {
  const user = await signedInUser();
  if (!user) throw new SessionLost();
  const stored = await storedTokens(user);
  if (stored.accessToken !== refused) return stored.accessToken;
  try {
    return await renew(user, stored.refreshToken);
  } catch (error) {
    if (error instanceof SessionLost) await forgetSession(refused);
    throw error;
  }
}

interface StoredTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly now: number;
}

async function storedTokens(user: CognitoUser): Promise<StoredTokens> {
  const { pool } = await openUserPool();
  const prefix = `CognitoIdentityServiceProvider.${pool.getClientId()}.${user.getUsername()}`;
  const read = (name: string) => localStorage.getItem(`${prefix}.${name}`) ?? '';
  const clockDrift = Number.parseInt(read('clockDrift'), 10) || 0;
  return {
    accessToken: read('accessToken'),
    refreshToken: read('refreshToken'),
    now: Math.floor(Date.now() / 1000) - clockDrift,
  };
}

let renewal: Promise<string> | undefined;

function renew(user: CognitoUser, refreshToken: string): Promise<string> {
  renewal ??= requestRenewal(user, refreshToken).finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function requestRenewal(user: CognitoUser, refreshToken: string): Promise<string> {
  if (refreshToken === '') throw new SessionLost();
  const { library } = await openUserPool();
  const token = new library.CognitoRefreshToken({ RefreshToken: refreshToken });
  return new Promise((resolve, reject) => {
    user.refreshSession(token, (error: PoolError | null, session: CognitoUserSession) => {
      if (error) reject(toSessionError(error));
      else resolve(session.getAccessToken().getJwtToken());
    });
  });
}

function toSessionError(cause: PoolError): Error {
  if (cause.code === 'NotAuthorizedException' || cause.code === 'UserNotFoundException')
    return new SessionLost({ cause });
  return new ApiError(0, { message: 'Network error' }, { cause });
}

/** Keeps a session whose token another tab has renewed in the meantime. */
async function forgetSession(rejectedToken: string): Promise<void> {
  const user = await signedInUser();
  if (user && (await storedTokens(user)).accessToken === rejectedToken) user.signOut();
}

/** Limits the wait for the revocation; then the tokens are removed anyway. */
const REVOCATION_TIMEOUT_MS = 5000;

export async function signOut(): Promise<void> {
  const user = await signedInUser();
  if (!user) return;
  await Promise.race([
    new Promise<void>((resolve) => user.signOut(resolve)),
    new Promise((resolve) => setTimeout(resolve, REVOCATION_TIMEOUT_MS)),
  ]);
  user.signOut();
}

/** For sessions that the server has already ended. */
export async function dropSession(): Promise<void> {
  (await signedInUser())?.signOut();
}

export async function isSignedIn(): Promise<boolean> {
  return (await signedInUser()) !== null;
}

/** Epoch seconds; undefined when the token cannot be read. */
export function expiryOf(token: string): number | undefined {
  try {
    const { exp } = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    return typeof exp === 'number' && Number.isFinite(exp) ? exp : undefined;
  } catch {
    return undefined;
  }
}

export function isExpired(token: string, nowSeconds: number): boolean {
  const expiry = expiryOf(token);
  return expiry === undefined || expiry <= nowSeconds;
}
