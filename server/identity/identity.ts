import type { SiteConfig } from '#contract/site-config.ts';
import type { AccountDirectory } from '../users/index.ts';
import type { UserPool } from './user-pool.ts';

/** Whose a token is. */
interface TokenHolder {
  readonly username: string;
  /** The sign-in it came from, where the pool tells. */
  readonly sessionId: string | undefined;
  readonly issuedAt: Date;
}

/** The user pool of the installation, its own or a hosted one: what the rest of the product knows of it. */
export interface Identity {
  /**
   * Tells whose token it is, access and ID token alike; nobody's, if it is not one of the pool's, or no longer good.
   * @throws {Refusal} 503, while a hosted pool cannot be asked.
   */
  verifyToken(token: string): Promise<TokenHolder | undefined>;
  readonly accounts: AccountDirectory;
  /** What browsers and other clients are told. */
  readonly published: SiteConfig['identity'];
  /** The embedded pool, with all that the protocol has no calls for; nothing where the pool is hosted. */
  readonly embedded: UserPool | undefined;
}
