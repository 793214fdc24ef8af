import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { toInstant } from '../../platform/clock.ts';
import { spendChallenge } from '../pool-challenge.repository.ts';
import { openChallenge, sealChallenge } from '../sealed-challenge.ts';
import type { UserPool } from '../user-pool.ts';
import type { Exchange } from './providers.ts';
import { SignInRefusal } from './sign-in-refusal.ts';

/** How long somebody may be away at a provider. */
export const AWAY_MS = 10 * 60 * 1000;

const PURPOSE = 'provider sign-in';

/** What the browser comes back for: tokens, or a link to the account that it is signed in to. */
const Aim = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sign-in'), redirectUri: z.string(), state: z.string(), codeChallenge: z.string() }),
  z.object({ kind: z.literal('link'), username: z.string(), sessionId: z.string() }),
]);
export type Aim = z.infer<typeof Aim>;

/** A visit to a provider. It travels as the `state` of the request, which only the pool can read. */
const Visit = z.object({
  provider: z.string(),
  /** Of the secret in the cookie of the browser that set out. */
  browserMark: z.string(),
  /** Nonce and code verifier are made of it. */
  seed: z.string(),
  aim: Aim,
});
type Visit = z.infer<typeof Visit>;

/** Begins a visit of this browser. */
export function beginVisit(
  pool: UserPool,
  { provider, browser, aim, redirectUri }: { provider: string; browser: string; aim: Aim; redirectUri: string },
): Exchange {
  const seed = randomBytes(32).toString('base64url');
  const visit: Visit = { provider, browserMark: markOf(pool, browser), seed, aim };
  // What is sealed is in base64, of which addresses like only the other alphabet.
  const state = Buffer.from(sealChallenge(pool, PURPOSE, visit, AWAY_MS), 'base64').toString('base64url');
  return exchangeOf(pool, { state, seed, redirectUri });
}

/**
 * Ends a visit, once, and only in the browser that began it.
 * @throws {SignInRefusal} for one that is none of ours, over, done or another browser's.
 */
export async function endVisit(
  pool: UserPool,
  { state, browser, redirectUri }: { state: string; browser: string | undefined; redirectUri: string },
): Promise<Pick<Visit, 'provider' | 'aim'> & { readonly exchange: Exchange }> {
  const visit = openChallenge(pool, PURPOSE, state, Visit);
  if (!visit || browser === undefined || visit.browserMark !== markOf(pool, browser)) {
    throw new SignInRefusal('sign_in_expired');
  }
  if (!(await spend(pool, visit))) throw new SignInRefusal('sign_in_expired');
  const { provider, aim, seed } = visit;
  return { provider, aim, exchange: exchangeOf(pool, { state, seed, redirectUri }) };
}

/** Uses something sealed up; false, if it was before. */
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
