import type { CognitoUser, IAuthenticationCallback } from 'amazon-cognito-identity-js';
import { openUserPool, type PoolError } from './user-pool.ts';

export type SignInOutcome =
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'new-password'; readonly complete: (password: string) => Promise<SignInOutcome> }
  /** Takes a TOTP code or a recovery code. */
  | { readonly kind: 'one-time-code'; readonly complete: (code: string) => Promise<SignInOutcome> }
  /** `secret` is for the authenticator app, `complete` takes its first code. */
  | {
      readonly kind: 'set-up-app';
      readonly username: string;
      readonly secret: string;
      readonly complete: (code: string) => Promise<SignInOutcome>;
    }
  /** The pool requires a challenge that the pages do not implement, such as SMS codes. */
  | { readonly kind: 'unsupported' };

/** The password is correct, but the email address is not verified. */
export class UnverifiedAccount extends Error implements PoolError {
  readonly code = 'UserNotConfirmedException';
  readonly username: string;

  constructor(username: string, options?: ErrorOptions) {
    super('The address is not verified', options);
    this.name = 'UnverifiedAccount';
    this.username = username;
  }
}

/**
 * Signs in by SRP, which does not send the password. Rejects with the pool's `PoolError`.
 * @throws {UnverifiedAccount}
 */
export async function signIn(username: string, password: string): Promise<SignInOutcome> {
  const { pool, library } = await openUserPool();
  const user = new library.CognitoUser({ Username: username, Pool: pool });
  const details = new library.AuthenticationDetails({ Username: username, Password: password });
  return outcomeOf(user, (callbacks) => user.authenticateUser(details, callbacks));
}

function outcomeOf(user: CognitoUser, ask: (callbacks: IAuthenticationCallback) => void): Promise<SignInOutcome> {
  return new Promise((resolve, reject) => {
    const unsupported = () => resolve({ kind: 'unsupported' });
    const next = (answer: (callbacks: IAuthenticationCallback) => void) => outcomeOf(user, answer);
    ask({
      onSuccess: () => resolve({ kind: 'signed-in' }),
      onFailure: (error: PoolError) => reject(failureOf(error, user)),
      newPasswordRequired: () =>
        resolve({
          kind: 'new-password',
          complete: (password) => next((callbacks) => user.completeNewPasswordChallenge(password, {}, callbacks)),
        }),
      totpRequired: () =>
        resolve({
          kind: 'one-time-code',
          complete: (code) => next((callbacks) => user.sendMFACode(code, callbacks, 'SOFTWARE_TOKEN_MFA')),
        }),
      mfaSetup: () => resolve(appToSetUp(user)),
      mfaRequired: unsupported,
      selectMFAType: unsupported,
      customChallenge: unsupported,
    });
  });
}

/** The library has replaced the name that was entered by the pool's username. */
function failureOf(error: PoolError, user: CognitoUser): Error {
  return error.code === 'UserNotConfirmedException'
    ? new UnverifiedAccount(user.getUsername(), { cause: error })
    : error;
}

function appToSetUp(user: CognitoUser): Promise<SignInOutcome> {
  return new Promise((resolve, reject) => {
    user.associateSoftwareToken({
      associateSecretCode: (secret) =>
        resolve({ kind: 'set-up-app', username: user.getUsername(), secret, complete: (code) => proveApp(user, code) }),
      onFailure: reject,
    });
  });
}

function proveApp(user: CognitoUser, code: string): Promise<SignInOutcome> {
  return new Promise((resolve, reject) => {
    user.verifySoftwareToken(code, '', { onSuccess: () => resolve({ kind: 'signed-in' }), onFailure: reject });
  });
}

/** Checks a password without keeping a session. Rejects with the pool's `PoolError`. */
export async function provePassword(username: string, password: string): Promise<void> {
  const { pool, library } = await openUserPool();
  const Storage = new MemoryStorage();
  const user = new library.CognitoUser({ Username: username, Pool: pool, Storage });
  const details = new library.AuthenticationDetails({ Username: username, Password: password });
  const { kind } = await outcomeOf(user, (callbacks) => user.authenticateUser(details, callbacks));
  if (kind === 'signed-in') await new Promise<void>((resolve) => user.signOut(() => resolve()));
}

/** Memory-only storage, so that the session of a password check does not replace the reader's own. */
class MemoryStorage {
  readonly #items = new Map<string, string>();

  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }

  removeItem(key: string): void {
    this.#items.delete(key);
  }

  clear(): void {
    this.#items.clear();
  }
}
