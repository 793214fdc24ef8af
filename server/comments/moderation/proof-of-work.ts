import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { RateLimits } from '../../access/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { Vault } from '../../platform/vault.ts';

/** Together about one second on a phone; prohibitive for thousands of comments. */
const COST = 1000;
const MIN_COUNTER = 1000;
const MAX_COUNTER = 3000;

const LIFE_SECONDS = 60 * 60;

interface ChallengeKey {
  readonly serviceId: string;
  readonly contentId: string;
}

interface ProofTools {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly rateLimits: RateLimits;
}

/**
 * The expiry is stored in the signed data instead of ALTCHA's own field, because browsers with a wrong clock would
 * consider the challenge expired.
 */
export async function createProofChallenge(
  { vault, clock }: Pick<ProofTools, 'vault' | 'clock'>,
  { serviceId, contentId }: ChallengeKey,
): Promise<Challenge> {
  const until = Math.floor(clock.now().getTime() / 1000) + LIFE_SECONDS;
  return createChallenge({
    ...secretsOf(vault),
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: randomInt(MAX_COUNTER, MIN_COUNTER),
    deriveKey,
    data: { place: `${serviceId}#${contentId}`, until },
  });
}

const Payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string(),
      salt: z.string(),
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      data: z.object({ place: z.string(), until: z.number() }),
    }),
    signature: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});

export async function checkProofOfWork(
  { vault, clock, rateLimits }: ProofTools,
  { serviceId, contentId }: ChallengeKey,
  altcha = '',
): Promise<boolean> {
  const { success, data: payload } = Payload.safeParse(readPayload(altcha));
  if (!success) return false;
  const { place, until } = payload.challenge.parameters.data;
  const end = new Date(until * 1000);
  if (place !== `${serviceId}#${contentId}` || end <= clock.now()) return false;
  const { verified } = await verifySolution({ ...secretsOf(vault), ...payload, deriveKey });
  return verified && rateLimits.consumeOnce({ kind: 'proof of work', name: payload.challenge.signature, until: end });
}

function readPayload(altcha: string): unknown {
  return parseJson(Buffer.from(altcha, 'base64').toString());
}

function secretsOf(vault: Vault) {
  const secret = (name: string) => vault.digest('proof of work', name).toString('hex');
  return { hmacSignatureSecret: secret('challenge'), hmacKeySignatureSecret: secret('solution') };
}
