import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { toInstant } from '../platform/clock.ts';
import type { UserPool } from './user-pool.ts';

const LIFE_MS = 4 * 60 * 1000;

const Sealed = z.object({ challengeId: z.string(), expiresAt: z.string() });
type Sealed = z.infer<typeof Sealed>;

/**
 * A challenge that the client carries until it answers, so that any process can take the answer.
 * Only the pool can read it; it is good for four minutes.
 */
export function sealChallenge(pool: UserPool, purpose: string, content: object): string {
  const expiresAt = toInstant(new Date(pool.clock.now().getTime() + LIFE_MS));
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
