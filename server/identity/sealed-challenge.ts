import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Transaction } from '../database/tables.ts';
import { MINUTE_MS, toInstant } from '../platform/clock.ts';
import { notAuthorized } from './cognito-error.ts';
import { consumeChallengeId } from './pool-limit.repository.ts';
import { findPoolUser, type PoolUser, toAccountKey } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

const LIFE_MS = 4 * MINUTE_MS;
const MAX_TRIES = 5;

const Sealed = z.object({ challengeId: z.string(), expiresAt: z.string() });
export type Sealed = z.infer<typeof Sealed>;

/** The client carries the sealed challenge, so that any process can check the answer. */
export function sealChallenge(pool: UserPool, purpose: string, content: object, lifeMs: number = LIFE_MS): string {
  const expiresAt = toInstant(new Date(pool.clock.now().getTime() + lifeMs));
  const challenge = { ...content, challengeId: randomUUID(), expiresAt };
  return pool.vault.seal(`challenge: ${purpose}`, Buffer.from(JSON.stringify(challenge)));
}

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

export async function consumeTry(
  trx: Transaction,
  { clock }: UserPool,
  { challengeId, expiresAt }: Sealed,
): Promise<boolean> {
  const now = toInstant(clock.now());
  for (let nth = 1; nth <= MAX_TRIES; nth += 1) {
    if (await consumeChallengeId(trx, { challengeId: `${challengeId}/${nth}`, expiresAt }, now)) return true;
  }
  return false;
}

export async function consumeChallenge(
  trx: Transaction,
  { clock }: UserPool,
  { challengeId, expiresAt }: Sealed,
): Promise<boolean> {
  return consumeChallengeId(trx, { challengeId, expiresAt }, toInstant(clock.now()));
}

export const SignInStep = z.object({
  username: z.string(),
  passwordMark: z.string(),
});
export type SignInStep = z.infer<typeof SignInStep>;

export function signInStepOf({ username, verifier }: PoolUser): SignInStep {
  return { username, passwordMark: createHash('sha256').update(verifier).digest('base64url') };
}

/** @throws {CognitoError} when the account was disabled, its password changed or the name does not match. */
export async function requireStepOf(
  pool: UserPool,
  step: SignInStep | undefined,
  typedName?: string,
): Promise<PoolUser> {
  const user = step && (await findPoolUser(pool.database.writer, step.username));
  const isOpen = user?.isEnabled && signInStepOf(user).passwordMark === step?.passwordMark;
  if (!user || !isOpen || !isNameOf(user, typedName)) throw sessionIsOver();
  return user;
}

function isNameOf({ username, email, verifiedEmail }: PoolUser, typedName: string | undefined): boolean {
  const names = [username, email, verifiedEmail].map((name) => name !== null && toAccountKey(name));
  return typedName === undefined || names.includes(toAccountKey(typedName));
}

export function sessionIsOver() {
  return notAuthorized('Invalid session for the user, session is expired.');
}
