import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { readTokenClaims, type TokenClaims } from '../token-claims.ts';
import { unavailable } from './unavailable.ts';

export interface HostedTokenOptions {
  readonly endpoint: string;
  readonly userPoolId: string;
  readonly clientId: string;
  readonly clock: Clock;
}

const TIMEOUT_MS = 10_000;
const MAX_DOCUMENT = 64 * 1024;

const Discovery = z.object({ issuer: z.string().min(1).max(2048), jwks_uri: z.url().max(2048) });

interface Published {
  readonly issuer: string;
  readonly keyOf: JWTVerifyGetKey;
}

/**
 * Verifies tokens with the pool's published keys (OpenID Connect Discovery 1.0). Successful discovery is cached.
 * @throws {HttpError} 503 while the pool is unreachable.
 */
export function createHostedTokenReader(
  options: HostedTokenOptions,
): (token: string) => Promise<TokenClaims | undefined> {
  let asked: Promise<Published> | undefined;
  const published = () => {
    asked ??= discover(options).catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
  return async (token) => {
    const { clientId, clock } = options;
    try {
      return await readTokenClaims(token, { ...(await published()), clientId, now: clock.now() });
    } catch (error) {
      throw unavailable(error);
    }
  };
}

async function discover({ endpoint, userPoolId }: HostedTokenOptions): Promise<Published> {
  const url = `${endpoint}/${userPoolId}/.well-known/openid-configuration`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  const text = await answer.text();
  if (text.length > MAX_DOCUMENT) throw new Error(`${url} answered too much.`);
  const { issuer, jwks_uri } = Discovery.parse(JSON.parse(text));
  return { issuer, keyOf: createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: TIMEOUT_MS }) };
}
