import { createHash, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../database/tables.ts';
import { toInstant } from '../platform/clock.ts';
import { notAuthorized } from './cognito-error.ts';
import { spendChallenge } from './pool-challenge.repository.ts';
import { findPoolUser, type PoolUser, toAccountKey } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

const LIFE_MS = 4 * 60 * 1000;
/** Wrong answers that a challenge takes where it takes more than one. */
const MAX_TRIES = 5;

const Sealed = z.object({ challengeId: z.string(), expiresAt: z.string() });
export type Sealed = z.infer<typeof Sealed>;

/**
 * A challenge that the client carries until it answers, so that any process can take the answer.
 * Only the pool can read it; it is good for four minutes, unless its answer takes people longer.
 */
export function sealChallenge(pool: UserPool, purpose: string, content: object, lifeMs: number = LIFE_MS): string {
  const expiresAt = toInstant(new Date(pool.clock.now().getTime() + lifeMs));
  const challenge = { ...content, challengeId: randomUUID(), expiresAt };
  return pool.vault.seal(`challenge: ${purpose}`, Buffer.from(JSON.stringify(challenge)));
}

/** Nothing, if it is not one of ours for this purpose, or has expired. */
export function openChallenge<Content extends z.ZodObject>(
  pool: UserPool,
  purpose: string,
  sealed: string,
  content: Content,
): (Sealed & z.output<Content>) | undefined {
  const plain = pool.vault.open(`challenge: ${purpose}`, sealed);
  if (!plain) return undefined;
  const json: unknown = JSON.parse(plain.toString());
  const challenge = { ...Sealed.parse(json), ...content.parse(json) };
  return challenge.expiresAt > toInstant(pool.clock.now()) ? challenge : undefined;
}

/** Counts one more answer to a challenge that takes five; false, if there were as many. */
export async function takeTry(
  trx: Transaction<Tables>,
  { clock }: UserPool,
  { challengeId, expiresAt }: Sealed,
): Promise<boolean> {
  const now = toInstant(clock.now());
  for (let nth = 1; nth <= MAX_TRIES; nth += 1) {
    if (await spendChallenge(trx, { challengeId: `${challengeId}/${nth}`, expiresAt }, now)) return true;
  }
  return false;
}

/** Uses a challenge up; false, if it was before. */
export async function spend(
  trx: Transaction<Tables>,
  { clock }: UserPool,
  { challengeId, expiresAt }: Sealed,
): Promise<boolean> {
  return spendChallenge(trx, { challengeId, expiresAt }, toInstant(clock.now()));
}

/** What a step between the password and the tokens has to carry. */
export const SignInStep = z.object({
  username: z.string(),
  /** Of the password that was proved: once it is replaced, the step is over. */
  passwordMark: z.string(),
});
export type SignInStep = z.infer<typeof SignInStep>;

export function signInStepOf({ username, verifier }: PoolUser): SignInStep {
  return { username, passwordMark: createHash('sha256').update(verifier).digest('base64url') };
}

/**
 * Whose step it is, as the account is now.
 * @throws {CognitoError} where the account or its password is no longer what it was, or the name is another one's.
 */
export async function requireStepOf(
  pool: UserPool,
  step: SignInStep | undefined,
  givenName?: string,
): Promise<PoolUser> {
  const user = step && (await findPoolUser(pool.database.writer, step.username));
  const isOpen = user?.isEnabled && signInStepOf(user).passwordMark === step?.passwordMark;
  if (!user || !isOpen || !isNameOf(user, givenName)) throw sessionIsOver();
  return user;
}

function isNameOf({ username, email, verifiedEmail }: PoolUser, given: string | undefined): boolean {
  const names = [username, email, verifiedEmail].map((name) => name !== null && toAccountKey(name));
  return given === undefined || names.includes(toAccountKey(given));
}

export function sessionIsOver() {
  return notAuthorized('Invalid session for the user, session is expired.');
}
