import type { Role } from '#contract/admin-users.ts';

export type { Role };

/** Prefix that distinguishes API key ids from user names. */
export const API_KEY_PREFIX = 'key:';

/** Authenticated user or API key, as stored when the request began. */
export interface Actor {
  readonly kind: 'user' | 'api-key';
  /** User name, or `key:` and the id of an API key. */
  readonly username: string;
  readonly role: Role;
  /** Services that the actor may edit. */
  readonly serviceIds: readonly string[];
  /** Session id of the token. Undefined when the user pool does not provide one. */
  readonly sessionId?: string | undefined;
}
