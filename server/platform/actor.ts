/** What an account may do at all: `normal` ones read and comment, the others enter the console. */
export type Role = 'admin' | 'editor' | 'viewer' | 'normal';

/** Whoever makes a request, as the database knows them at its beginning. */
export interface Actor {
  readonly username: string;
  readonly role: Role;
  /** The services that the actor may work on. */
  readonly serviceIds: readonly string[];
}
