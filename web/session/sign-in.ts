import type { CognitoUser, IAuthenticationCallback } from 'amazon-cognito-identity-js';
import { openUserPool, type PoolError } from './user-pool.ts';

/** What a right password leads to. */
export type SignInOutcome =
  | { readonly kind: 'signed-in' }
  /** The password was given by somebody else and must be replaced. */
  | { readonly kind: 'new-password'; readonly complete: (password: string) => Promise<SignInOutcome> }
  /** A one-time code of the authenticator app, or a recovery code in its place. */
  | { readonly kind: 'one-time-code'; readonly complete: (code: string) => Promise<SignInOutcome> }
  /** The pool wants an authenticator app to be set up first: the secret for it, and a code that proves it. */
  | {
      readonly kind: 'set-up-app';
      readonly username: string;
      readonly secret: string;
      readonly complete: (code: string) => Promise<SignInOutcome>;
    }
  /** The pool asks for something that this product's pages cannot give, such as a code by SMS. */
  | { readonly kind: 'unsupported' };

/** The password is right, and the address still has to be verified. */
export class UnverifiedAccount extends Error implements PoolError {
  readonly code = 'UserNotConfirmedException';
  /** By which name the pool knows the account. */
  readonly username: string;

  constructor(username: string, options?: ErrorOptions) {
    super('The address is not verified', options);
    this.name = 'UnverifiedAccount';
    this.username = username;
  }
}

/**
 * Proves the password to the pool (SRP) without sending it. Rejects with the pool's own error.
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

/** By now the library knows the account by the pool's own name for it. */
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

/** Whether it is the password of an account, without a session that stays. Rejects with the pool's own error. */
export async function provePassword(username: string, password: string): Promise<void> {
  const { pool, library } = await openUserPool();
  const Storage = new ForgetfulStorage();
  const user = new library.CognitoUser({ Username: username, Pool: pool, Storage });
  const details = new library.AuthenticationDetails({ Username: username, Password: password });
  const { kind } = await outcomeOf(user, (callbacks) => user.authenticateUser(details, callbacks));
  if (kind === 'signed-in') await new Promise<void>((resolve) => user.signOut(() => resolve()));
}

/** Keeps a session for as long as the page uses it, out of the browser's own storage. */
class ForgetfulStorage {
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
