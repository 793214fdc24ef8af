import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Database } from '../../database/connect.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { readBounded } from '../../platform/read-bounded.ts';
import { findRights, insertUser } from '../../users/index.ts';
import type { Identity } from '../identity.ts';
import { findPoolUser } from '../pool-user.repository.ts';
import { readTokenClaims, type TokenClaims } from '../tokens.ts';
import { createHostedAccounts, type HostedAccountOptions, unavailable } from './hosted-accounts.ts';

interface HostedTokenOptions {
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
 * Follows OpenID Connect Discovery 1.0. Successful discovery is cached.
 * @throws {HttpError} 503 while the pool is unreachable.
 */
function createHostedTokenReader(options: HostedTokenOptions): (token: string) => Promise<TokenClaims | undefined> {
  let discovery: Promise<Published> | undefined;
  const published = () => {
    discovery ??= discover(options).catch((error: unknown) => {
      discovery = undefined;
      throw error;
    });
    return discovery;
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
  const body = await readBounded(answer, MAX_DOCUMENT);
  if (!body) throw new Error(`The response of ${url} is too long.`);
  const { issuer, jwks_uri } = Discovery.parse(JSON.parse(body.toString()));
  return { issuer, keyOf: createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: TIMEOUT_MS }) };
}

export interface HostedIdentityOptions extends HostedAccountOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly clientId: string;
  readonly endpoint: string;
  readonly domain: string | undefined;
  readonly providers: readonly string[];
}

export function hostedIdentity(options: HostedIdentityOptions): Identity {
  const { region, userPoolId, clientId, endpoint, domain, providers } = options;
  const readToken = createHostedTokenReader(options);
  const accounts = createHostedAccounts(options);

  /**
   * The pool creates accounts without us. Looks them up first, so that tokens of deleted accounts do not register them
   * again.
   */
  async function ensureRegistered(username: string): Promise<boolean> {
    const { database, clock } = options;
    // An account of a former embedded pool with the same name may belong to somebody else.
    if (await findPoolUser(database.reader, username)) return false;
    if ((await findRights(database.writer, [username])).length === 0) {
      const account = await accounts.find(username);
      if (!account?.isEnabled) return false;
      await insertUser(database.writer, { username, role: 'normal', createdAt: toInstant(clock.now()) });
    }
    return true;
  }

  return {
    verifyToken: async (token) => {
      const claims = await readToken(token);
      return claims && (await ensureRegistered(claims.username)) ? claims : undefined;
    },
    accounts,
    published: {
      region,
      userPoolId,
      userPoolClientId: clientId,
      endpoint: `${endpoint}/`,
      authorizeUrl: domain === undefined ? '' : `${domain}/oauth2/authorize`,
      tokenUrl: domain === undefined ? '' : `${domain}/oauth2/token`,
      providers: domain === undefined ? [] : providers.map((name) => ({ name, label: name })),
      features: { sessions: false, recoveryCodes: false, linking: false },
    },
    embedded: undefined,
  };
}
