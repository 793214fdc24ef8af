import type { Identity } from './identity.ts';
import { poolAccounts } from './pool-accounts.ts';
import { verifyToken } from './tokens.ts';
import type { UserPool } from './user-pool.ts';

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
