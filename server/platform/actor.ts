import type { Role } from '#contract/admin-users.ts';

export type { Role };

/** What stands before the id of an API key where a user name stands otherwise. */
export const API_KEY_PREFIX = 'key:';

/** Whoever makes a request, as the database knows them at its beginning. */
export interface Actor {
  /** An account, or a program by its API key. */
  readonly kind: 'user' | 'api-key';
  /** Of an API key `key:` and its id. */
  readonly username: string;
  readonly role: Role;
  /** The services that the actor may work on. */
  readonly serviceIds: readonly string[];
  /** The sign-in that the request's token came from, where the user pool tells. */
  readonly sessionId?: string | undefined;
}
