import type { Language } from '#contract/site-config.ts';
import type { Actor } from '../http/actor.ts';
import type { Caller } from '../http/caller.ts';

/** Rights are stored in the users table. */
export interface PoolAccount {
  readonly username: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  /** Differs from `email` while a new address waits for its code. */
  readonly verifiedEmail: string | null;
  readonly name: string;
  readonly isEnabled: boolean;
  /** Cognito's status: `CONFIRMED`, `UNCONFIRMED`, `FORCE_CHANGE_PASSWORD`, `RESET_REQUIRED`, `EXTERNAL_PROVIDER`. */
  readonly status: string;
  readonly isMfaEnabled: boolean;
  readonly createdAt: string;
  readonly updatedAt: string | null;
}

interface AccountQuery {
  readonly email?: string | undefined;
  readonly isEnabled?: boolean | undefined;
  /** At most 60, the limit of Cognito. */
  readonly limit: number;
  readonly pageToken?: string | undefined;
}

interface NewAccount {
  readonly email: string;
  readonly name?: string | undefined;
  readonly language: Language;
  readonly isForConsole: boolean;
}

/**
 * Embedded or hosted user pool. The comments name Cognito's operations.
 * @throws {HttpError} 404 `User does not exist` for unknown accounts
 */
export interface AccountDirectory {
  /** ListUsers */
  list(query: AccountQuery): Promise<{ accounts: PoolAccount[]; pageToken: string | null }>;
  /** AdminGetUser */
  find(username: string): Promise<PoolAccount | undefined>;
  /** Returns existing accounts in any order. */
  findMany(usernames: readonly string[]): Promise<PoolAccount[]>;
  /** Returns null where the pool has no recovery codes. */
  countRecoveryCodes(username: string): Promise<number | null>;
  /**
   * Returns what the pool alone stores about a user, for an export of their data.
   * @throws {HttpError} 429 after too many exports.
   */
  exportData(holder: Pick<Actor, 'username' | 'sessionId'>): Promise<Record<string, unknown>>;
  /**
   * AdminCreateUser: mails an invitation with a temporary password, or returns the password without a mail server.
   *
   * @throws {HttpError} 400 for an address in use.
   */
  create(account: NewAccount, caller: Caller): Promise<PoolAccount & { temporaryPassword?: string }>;
  /** AdminUpdateUserAttributes, with Cognito's attribute names. */
  updateAttributes(username: string, attributes: Readonly<Record<string, string>>): Promise<void>;
  /** Copies rights to the attributes `custom:role` and `custom:acceptServiceIds` for clients of the pool. */
  mirrorRights(username: string, rights: Pick<Actor, 'role' | 'serviceIds'>): Promise<void>;
  /** AdminEnableUser, AdminDisableUser */
  setEnabled(username: string, isEnabled: boolean): Promise<void>;
  /**
   * AdminResetUserPassword: mails a code, or the invitation again if it was not accepted yet. Returns the new
   * temporary password of an invitation that no mail server can send.
   */
  resetPassword(username: string, caller: Caller): Promise<string | undefined>;
  /** AdminSetUserPassword */
  setPassword(username: string, password: string, options: { isPermanent: boolean }): Promise<void>;
  /** AdminSetUserMFAPreference: disables MFA and notifies the owner by mail. */
  disableMfa(username: string, caller: Caller): Promise<void>;
  /** AdminUserGlobalSignOut */
  signOutEverywhere(username: string): Promise<void>;
  /** AdminDeleteUser */
  delete(username: string): Promise<void>;
}
