import { z } from 'zod';
import { accountApi } from '#contract/account.ts';
import { ApiError } from '#contract/api-client.ts';
import { messages } from '#contract/errors.ts';
import { type ProviderError, providerErrors } from '#contract/provider-sign-in.ts';
import { SIGN_IN_COMPLETE_PATH } from '../paths/account.ts';
import { consoleConfig } from './console-config.ts';
import { safeSiteTarget } from './redirect-target.ts';
import { SessionLost, sessionCall } from './session.ts';
import type { SignInOutcome } from './sign-in.ts';
import { openUserPool, type PoolError } from './user-pool.ts';

/** Hosted pools require `aws.cognito.signin.user.admin` for calls about the account. */
const SCOPE = 'openid email profile aws.cognito.signin.user.admin';

export class ProviderSignInError extends Error {
  readonly code: ProviderError;

  constructor(code: ProviderError, options?: ErrorOptions) {
    super(`Sign-in by a provider: ${code}`, options);
    this.name = 'ProviderSignInError';
    this.code = code;
  }
}

const PendingSignIn = z.object({ state: z.string(), verifier: z.string(), target: z.string() });
type PendingSignIn = z.infer<typeof PendingSignIn>;

const STORAGE_KEY = 'kawaraban.provider-sign-in';

/** Starts the OAuth 2.0 authorization code flow with PKCE (RFC 7636). */
export async function startProviderSignIn(provider: string, redirectTarget: string): Promise<void> {
  const { identity } = await consoleConfig();
  // `crypto.subtle` is available in secure contexts only: HTTPS or localhost.
  if (!window.isSecureContext) return location.assign(`${SIGN_IN_COMPLETE_PATH}?error=insecure_page`);
  const pending: PendingSignIn = { state: randomText(), verifier: randomText(), target: redirectTarget };
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(pending));
  const url = new URL(identity.authorizeUrl, location.origin);
  url.search = String(
    new URLSearchParams({
      response_type: 'code',
      client_id: identity.userPoolClientId,
      redirect_uri: completionPage(),
      state: pending.state,
      code_challenge: await challengeOf(pending.verifier),
      code_challenge_method: 'S256',
      identity_provider: provider,
      scope: SCOPE,
    }),
  );
  location.assign(url.href);
}

export interface CompletedSignIn {
  readonly outcome: SignInOutcome;
  readonly target: string;
}

/** @throws {ProviderSignInError} when the provider reports an error or `state` is not from this tab. */
export async function completeProviderSignIn(url: URL): Promise<CompletedSignIn> {
  const pending = readPendingSignIn();
  const error = url.searchParams.get('error');
  if (error !== null) throw new ProviderSignInError(toProviderError(error));
  const code = url.searchParams.get('code');
  if (code === null || !pending || url.searchParams.get('state') !== pending.state) {
    throw new ProviderSignInError('sign_in_expired');
  }
  sessionStorage.removeItem(STORAGE_KEY);
  return { outcome: await changeCode(code, pending), target: safeSiteTarget(pending.target) };
}

export function interruptedTarget(): string {
  return safeSiteTarget(readPendingSignIn()?.target ?? null);
}

export async function completeProviderLink(provider: string, code: string): Promise<void> {
  try {
    await sessionCall(accountApi.completeLink, { params: { provider }, body: { code } });
  } catch (error) {
    throw new ProviderSignInError(linkErrorOf(error), { cause: error });
  }
}

function linkErrorOf(error: unknown): ProviderError {
  if (error instanceof SessionLost) return 'sign_in_expired';
  const { status, body } = error instanceof ApiError ? error : { status: 0, body: { message: '' } };
  if (body.message === messages.identityTaken) return 'identity_taken';
  if (body.message === messages.providerLinked) return 'provider_linked';
  return status >= 400 && status < 500 ? 'sign_in_expired' : 'temporarily_unavailable';
}

function toProviderError(error: string): ProviderError {
  return providerErrors.find((known) => known === error) ?? 'provider_failed';
}

function readPendingSignIn(): PendingSignIn | undefined {
  try {
    return PendingSignIn.safeParse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '')).data;
  } catch {
    return undefined;
  }
}

const TokenResponse = z.object({ access_token: z.string(), id_token: z.string(), refresh_token: z.string() });

async function changeCode(code: string, pending: PendingSignIn, oneTimeCode?: string): Promise<SignInOutcome> {
  const { identity } = await consoleConfig();
  const answer = await requestTokens(new URL(identity.tokenUrl, location.origin), {
    grant_type: 'authorization_code',
    client_id: identity.userPoolClientId,
    redirect_uri: completionPage(),
    code,
    code_verifier: pending.verifier,
    ...(oneTimeCode !== undefined && { totp_code: oneTimeCode }),
  });
  const tokens = TokenResponse.safeParse(answer).data;
  if (tokens) {
    await storeSession(tokens);
    return { kind: 'signed-in' };
  }
  const error = toProviderError(String((answer as { error?: unknown } | null)?.error));
  const complete = (receivedCode: string) => changeCode(code, pending, receivedCode);
  if (error === 'totp_required') return { kind: 'one-time-code', complete };
  throw oneTimeCode === undefined ? new ProviderSignInError(error) : toPoolError(error);
}

/** Maps to the codes of the user pool, which the one-time code step understands. */
function toPoolError(error: ProviderError): PoolError {
  const codes: Partial<Record<ProviderError, string>> = {
    totp_mismatch: 'CodeMismatchException',
    too_many_attempts: 'TooManyFailedAttemptsException',
    too_many_requests: 'TooManyRequestsException',
    temporarily_unavailable: 'NetworkError',
  };
  return Object.assign(new ProviderSignInError(error), { code: codes[error] ?? 'NotAuthorizedException' });
}

const TIMEOUT_MS = 30_000;

async function requestTokens(url: URL, form: Readonly<Record<string, string>>): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form), signal });
    return await answer.json();
  } catch {
    return { error: 'temporarily_unavailable' satisfies ProviderError };
  }
}

/** Stores the tokens in the format of `amazon-cognito-identity-js`, like a sign-in by password. */
async function storeSession({ access_token, id_token, refresh_token }: z.infer<typeof TokenResponse>): Promise<void> {
  const { pool, library } = await openUserPool();
  const session = new library.CognitoUserSession({
    AccessToken: new library.CognitoAccessToken({ AccessToken: access_token }),
    IdToken: new library.CognitoIdToken({ IdToken: id_token }),
    RefreshToken: new library.CognitoRefreshToken({ RefreshToken: refresh_token }),
  });
  const username = String(session.getAccessToken().payload.username);
  new library.CognitoUser({ Username: username, Pool: pool }).setSignInUserSession(session);
}

function completionPage(): string {
  return `${location.origin}${SIGN_IN_COMPLETE_PATH}`;
}

function randomText(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

async function challengeOf(verifier: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
