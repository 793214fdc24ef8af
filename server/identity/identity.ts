import type { SiteConfig } from '#contract/site-config.ts';
import type { AccountDirectory } from '../users/index.ts';
import type { UserPool } from './user-pool.ts';

interface TokenHolder {
  readonly username: string;
  /** Session id. Undefined when the pool does not provide one. */
  readonly sessionId: string | undefined;
  readonly issuedAt: Date;
}

/** User pool of the installation, embedded or hosted. */
export interface Identity {
  /**
   * Verifies an access or ID token. Returns undefined for invalid, expired or revoked tokens.
   * @throws {Refusal} 503 while a hosted pool is unreachable.
   */
  verifyToken(token: string): Promise<TokenHolder | undefined>;
  readonly accounts: AccountDirectory;
  /** Configuration published to clients. */
  readonly published: SiteConfig['identity'];
  /** Embedded pool. Undefined when the pool is hosted. */
  readonly embedded: UserPool | undefined;
}
