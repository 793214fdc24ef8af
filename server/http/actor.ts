import type { Role } from '#contract/admin-users.ts';

export type { Role };

export const API_KEY_PREFIX = 'key:';

export interface Actor {
  readonly kind: 'user' | 'api-key';
  /** User name, or `key:` and the id of an API key. */
  readonly username: string;
  readonly role: Role;
  readonly serviceIds: readonly string[];
  readonly sessionId?: string | undefined;
}
