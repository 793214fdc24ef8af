import type { Database } from '../../database/connect.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { isUser, welcomeUser } from '../../users/index.ts';
import type { Identity } from '../identity.ts';
import { findPoolUser } from '../pool-user.repository.ts';
import { createHostedAccounts, type HostedAccountOptions } from './hosted-accounts.ts';
import { createHostedTokenReader } from './hosted-tokens.ts';

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
   * Registers pool accounts at their first request, because the pool creates them without us. Looks them up first, so
   * that tokens of deleted accounts do not register them again.
   */
  async function isWelcome(username: string): Promise<boolean> {
    const { database, clock } = options;
    // An account of a former embedded pool with the same name may belong to somebody else.
    if (await findPoolUser(database.reader, username)) return false;
    if (!(await isUser(database.writer, username))) {
      const account = await accounts.find(username);
      if (!account?.isEnabled) return false;
      await welcomeUser(database.writer, { username, createdAt: toInstant(clock.now()) });
    }
    return true;
  }

  return {
    verifyToken: async (token) => {
      const claims = await readToken(token);
      return claims && (await isWelcome(claims.username)) ? claims : undefined;
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
