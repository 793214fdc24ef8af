import { createHash } from 'node:crypto';
import { z } from 'zod';
import { openChallenge, sealChallenge } from '../sealed-challenge.ts';
import type { UserPool } from '../user-pool.ts';

const PURPOSE = 'authorization code';
const LIFE_MS = 5 * 60 * 1000;

const Code = z.object({
  provider: z.string(),
  username: z.string(),
  redirectUri: z.string(),
  codeChallenge: z.string(),
});
type Code = z.infer<typeof Code>;

export function sealCode(pool: UserPool, code: Code): string {
  return sealChallenge(pool, PURPOSE, code, LIFE_MS);
}

/** Returns undefined for unknown or expired codes. Reuse is detected when the code is consumed. */
export function openCode(pool: UserPool, code: string) {
  return openChallenge(pool, PURPOSE, code, Code);
}

/** Verifies the PKCE code verifier (RFC 7636, 4.6). */
export function isVerifierOf({ codeChallenge }: Pick<Code, 'codeChallenge'>, verifier: string): boolean {
  return createHash('sha256').update(verifier).digest('base64url') === codeChallenge;
}
