import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { toInstant } from '../../platform/clock.ts';
import { spendChallenge } from '../pool-challenge.repository.ts';
import { openChallenge, sealChallenge } from '../sealed-challenge.ts';
import type { UserPool } from '../user-pool.ts';
import type { Exchange } from './providers.ts';
import { SignInError } from './sign-in-error.ts';

export const AWAY_MS = 10 * 60 * 1000;

const PURPOSE = 'provider sign-in';

const Aim = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sign-in'), redirectUri: z.string(), state: z.string(), codeChallenge: z.string() }),
  z.object({ kind: z.literal('link'), username: z.string(), sessionId: z.string() }),
]);
export type Aim = z.infer<typeof Aim>;

/** Pending sign-in at a provider. Travels sealed as the OAuth `state`. */
const Visit = z.object({
  provider: z.string(),
  browserMark: z.string(),
  seed: z.string(),
  aim: Aim,
});
type Visit = z.infer<typeof Visit>;

export function beginVisit(
  pool: UserPool,
  { provider, browser, aim, redirectUri }: { provider: string; browser: string; aim: Aim; redirectUri: string },
): Exchange {
  const seed = randomBytes(32).toString('base64url');
  const visit: Visit = { provider, browserMark: markOf(pool, browser), seed, aim };
  // Sealed values are base64, but URLs need base64url.
  const state = Buffer.from(sealChallenge(pool, PURPOSE, visit, AWAY_MS), 'base64').toString('base64url');
  return exchangeOf(pool, { state, seed, redirectUri });
}

/**
 * Consumes the `state`, once and only in the browser that started the sign-in.
 * @throws {SignInError} for an unknown, expired or used state, or another browser.
 */
export async function endVisit(
  pool: UserPool,
  { state, browser, redirectUri }: { state: string; browser: string | undefined; redirectUri: string },
): Promise<Pick<Visit, 'provider' | 'aim'> & { readonly exchange: Exchange }> {
  const visit = openChallenge(pool, PURPOSE, state, Visit);
  if (!visit || browser === undefined || visit.browserMark !== markOf(pool, browser)) {
    throw new SignInError('sign_in_expired');
  }
  if (!(await spend(pool, visit))) throw new SignInError('sign_in_expired');
  const { provider, aim, seed } = visit;
  return { provider, aim, exchange: exchangeOf(pool, { state, seed, redirectUri }) };
}

export async function spend(
  { database, clock }: UserPool,
  { challengeId, expiresAt }: { challengeId: string; expiresAt: string },
): Promise<boolean> {
  return database.writer
    .transaction()
    .execute((trx) => spendChallenge(trx, { challengeId, expiresAt }, toInstant(clock.now())));
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
