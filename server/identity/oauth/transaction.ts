import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { cookieName } from '../../http/browser.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { consumeChallenge, openChallenge, type Sealed, sealChallenge } from '../sealed-challenge.ts';
import type { UserPool } from '../user-pool.ts';
import { SignInError } from './errors.ts';
import type { Exchange } from './providers.ts';

const BROWSER_COOKIE = 'kawaraban-provider';

/**
 * Ties the provider's response to the browser that started the sign-in. An existing value is kept, so that two tabs can
 * sign in at once.
 */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, origin: string): string {
  const browser = browserOf(request, origin) ?? randomBytes(32).toString('base64url');
  const isSecure = origin.startsWith('https:');
  // Lax, because the provider's site initiates the redirect back.
  const attributes = [
    'Path=/',
    `Max-Age=${PENDING_MS / 1000}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ];
  reply.header('set-cookie', [`${nameFor(origin)}=${browser}`, ...attributes].join('; '));
  return browser;
}

export function browserOf(request: FastifyRequest, origin: string): string | undefined {
  const name = nameFor(origin);
  for (const cookie of (request.headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = cookie.trim().split('=', 2);
    if (key === name && /^[\w-]{43}$/.test(value)) return value;
  }
  return undefined;
}

function nameFor(origin: string): string {
  return cookieName(BROWSER_COOKIE, { isSecure: origin.startsWith('https:') });
}

const PENDING_MS = 10 * MINUTE_MS;

const PURPOSE = 'provider sign-in';

const SignInPurpose = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sign-in'), redirectUri: z.string(), state: z.string(), codeChallenge: z.string() }),
  z.object({ kind: z.literal('link'), username: z.string(), sessionId: z.string() }),
]);
export type SignInPurpose = z.infer<typeof SignInPurpose>;

const PendingSignIn = z.object({
  provider: z.string(),
  browserMark: z.string(),
  seed: z.string(),
  aim: SignInPurpose,
});
type PendingSignIn = z.infer<typeof PendingSignIn>;

export function beginProviderSignIn(
  pool: UserPool,
  {
    provider,
    browser,
    aim,
    redirectUri,
  }: { provider: string; browser: string; aim: SignInPurpose; redirectUri: string },
): Exchange {
  const seed = randomBytes(32).toString('base64url');
  const pending: PendingSignIn = { provider, browserMark: markOf(pool, browser), seed, aim };
  // Sealed values are base64, but URLs need base64url.
  const state = Buffer.from(sealChallenge(pool, PURPOSE, pending, PENDING_MS), 'base64').toString('base64url');
  return exchangeOf(pool, { state, seed, redirectUri });
}

export async function completeProviderSignIn(
  pool: UserPool,
  { state, browser, redirectUri }: { state: string; browser: string | undefined; redirectUri: string },
): Promise<Pick<PendingSignIn, 'provider' | 'aim'> & { readonly exchange: Exchange }> {
  const pending = openChallenge(pool, PURPOSE, state, PendingSignIn);
  if (!pending || browser === undefined || pending.browserMark !== markOf(pool, browser)) {
    throw new SignInError('sign_in_expired');
  }
  if (!(await consumeInTransaction(pool, pending))) throw new SignInError('sign_in_expired');
  const { provider, aim, seed } = pending;
  return { provider, aim, exchange: exchangeOf(pool, { state, seed, redirectUri }) };
}

export async function consumeInTransaction(pool: UserPool, challenge: Sealed): Promise<boolean> {
  return pool.database.writer.transaction().execute((trx) => consumeChallenge(trx, pool, challenge));
}

function exchangeOf(
  { vault }: UserPool,
  { seed, ...rest }: { seed: string } & Pick<Exchange, 'state' | 'redirectUri'>,
): Exchange {
  const secretOf = (use: string) => vault.digest(`provider ${use}`, seed).toString('base64url');
  return { ...rest, nonce: secretOf('nonce'), codeVerifier: secretOf('code verifier') };
}

function markOf({ vault }: UserPool, browser: string): string {
  return vault.digest('provider sign-in browser', browser).toString('base64url');
}
