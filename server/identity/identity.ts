import type { SiteConfig } from '#contract/site-config.ts';
import type { AccountDirectory } from '../users/index.ts';
import type { UserPool } from './user-pool.ts';

interface TokenHolder {
  readonly username: string;
  readonly sessionId: string | undefined;
  readonly issuedAt: Date;
}

export interface Identity {
  /**
   * Verifies an access or ID token. Returns undefined for invalid, expired or revoked tokens.
   * @throws {HttpError} 503 while a hosted pool is unreachable.
   */
  verifyToken(token: string): Promise<TokenHolder | undefined>;
  readonly accounts: AccountDirectory;
  readonly published: SiteConfig['identity'];
  /** Embedded pool. Undefined when the pool is hosted. */
  readonly embedded: UserPool | undefined;
}
