import type { Language } from '#contract/site-config.ts';
import type { Actor } from '../platform/actor.ts';
import type { Caller } from '../platform/caller.ts';

/** An account as its user pool knows it; what it may do is the users' table's word. */
export interface PoolAccount {
  readonly username: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  /** The name for people; the address, where nobody has given one. */
  readonly name: string;
  readonly isEnabled: boolean;
  /** In Cognito's words: `CONFIRMED`, `UNCONFIRMED`, `FORCE_CHANGE_PASSWORD`, `RESET_REQUIRED`, `EXTERNAL_PROVIDER`. */
  readonly status: string;
  readonly isMfaEnabled: boolean;
  readonly createdAt: string;
  readonly updatedAt: string | null;
}

export interface AccountQuery {
  /** The beginning of an address. */
  readonly email?: string | undefined;
  readonly isEnabled?: boolean | undefined;
  /** At most 60, as Cognito has it. */
  readonly limit: number;
  readonly pageToken?: string | undefined;
}

export interface NewAccount {
  readonly email: string;
  readonly name?: string | undefined;
  /** In which the invitation is written. */
  readonly language: Language;
  /** Whether the invitation leads to the console. */
  readonly isForConsole: boolean;
}

/**
 * The accounts of a user pool as administrators manage them, the same for the embedded pool and a hosted one.
 * Each operation is one of Cognito's (`AdminCreateUser`, …), named in its line. Those that name an account that does
 * not exist throw `Refusal` 404 `User does not exist`.
 */
export interface AccountDirectory {
  /** ListUsers */
  list(query: AccountQuery): Promise<{ accounts: PoolAccount[]; pageToken: string | null }>;
  /** AdminGetUser */
  find(username: string): Promise<PoolAccount | undefined>;
  /** Those of the accounts that there are, in any order; for lists, without a call for each where that can be. */
  findMany(usernames: readonly string[]): Promise<PoolAccount[]>;
  /** AdminCreateUser: mails an invitation with a password that has to be changed. Refuses an address in use (400). */
  create(account: NewAccount, caller: Caller): Promise<PoolAccount>;
  /** AdminUpdateUserAttributes, with the names that Cognito has for them. */
  updateAttributes(username: string, attributes: Readonly<Record<string, string>>): Promise<void>;
  /** Tells clients of the pool what the users' table says: `custom:role` and `custom:acceptServiceIds`. */
  mirrorRights(username: string, rights: Pick<Actor, 'role' | 'serviceIds'>): Promise<void>;
  /** AdminEnableUser, AdminDisableUser */
  setEnabled(username: string, isEnabled: boolean): Promise<void>;
  /** AdminResetUserPassword: a code is mailed; whoever has not answered the invitation gets it again. */
  resetPassword(username: string, caller: Caller): Promise<void>;
  /** AdminSetUserPassword */
  setPassword(username: string, password: string, options: { isPermanent: boolean }): Promise<void>;
  /** AdminSetUserMFAPreference: no one-time code is asked for any more; the owner is told by mail. */
  disableMfa(username: string, caller: Caller): Promise<void>;
  /** AdminUserGlobalSignOut */
  signOutEverywhere(username: string): Promise<void>;
  /** AdminDeleteUser */
  delete(username: string): Promise<void>;
}
