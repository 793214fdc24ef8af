import type { SiteConfig } from '#contract/site-config.ts';
import type { TokenHolder } from '../access/index.ts';
import { type Repeating, startRepeating } from '../concurrency/start-repeating.ts';
import { HOUR_MS, toInstant } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { AccountDirectory } from '../users/index.ts';
import { poolAccounts } from './pool-accounts.ts';
import { deleteOldCounters, pruneFailures } from './pool-limit.repository.ts';
import { forgottenBefore } from './sign-in-backoff.ts';
import { deleteExpiredSignUps } from './sign-up.ts';
import { verifyToken } from './tokens.ts';
import type { UserPool } from './user-pool.ts';

export interface Identity {
  /**
   * Returns undefined for invalid, expired or revoked tokens.
   * @throws {HttpError} 503 while a hosted pool is unreachable.
   */
  verifyToken(token: string): Promise<TokenHolder | undefined>;
  readonly accounts: AccountDirectory;
  readonly published: SiteConfig['identity'];
  readonly embedded: UserPool | undefined;
}

export function embeddedIdentity(pool: UserPool): Identity {
  const providers = [...pool.providers.values()].map(({ name, label }) => ({ name, label }));
  const isAnyProvider = providers.length > 0;
  return {
    verifyToken: (token) => verifyToken(pool, token),
    accounts: poolAccounts(pool),
    published: {
      region: pool.region,
      userPoolId: pool.poolId,
      userPoolClientId: pool.clientId,
      endpoint: '/identity/',
      authorizeUrl: isAnyProvider ? '/identity/oauth2/authorize' : '',
      tokenUrl: isAnyProvider ? '/identity/oauth2/token' : '',
      providers,
      features: { sessions: true, recoveryCodes: true, linking: true },
    },
    embedded: pool,
  };
}

export async function prunePool(pool: UserPool): Promise<void> {
  const { database, clock } = pool;
  const now = clock.now();
  await deleteOldCounters(database.writer, toInstant(now));
  await pruneFailures(database.writer, { failedBefore: toInstant(forgottenBefore(now)) });
  await deleteExpiredSignUps(pool);
}

export function startPoolPruning(pool: UserPool, log: Log): Repeating {
  return startRepeating(() => prunePool(pool), { everyMs: HOUR_MS, log, failure: 'cleaning up the user pool failed' });
}
