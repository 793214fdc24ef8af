import type { CognitoUser, IAuthenticationCallback } from 'amazon-cognito-identity-js';
import { openUserPool } from './user-pool.ts';

/** What a right password leads to. */
export type SignInOutcome =
  | { readonly kind: 'signed-in' }
  /** The password was given by somebody else and must be replaced. */
  | { readonly kind: 'new-password'; readonly complete: (password: string) => Promise<SignInOutcome> }
  /** The pool asks for something that this console cannot give, such as a one-time code. */
  | { readonly kind: 'unsupported' };

/** Proves the password to the pool (SRP) without sending it. Rejects with the pool's own error. */
export async function signIn(username: string, password: string): Promise<SignInOutcome> {
  const { pool, library } = await openUserPool();
  const user = new library.CognitoUser({ Username: username, Pool: pool });
  const details = new library.AuthenticationDetails({ Username: username, Password: password });
  return outcomeOf(user, (callbacks) => user.authenticateUser(details, callbacks));
}

function outcomeOf(user: CognitoUser, ask: (callbacks: IAuthenticationCallback) => void): Promise<SignInOutcome> {
  return new Promise((resolve, reject) => {
    const unsupported = () => resolve({ kind: 'unsupported' });
    ask({
      onSuccess: () => resolve({ kind: 'signed-in' }),
      onFailure: reject,
      newPasswordRequired: () =>
        resolve({
          kind: 'new-password',
          complete: (password) =>
            outcomeOf(user, (callbacks) => user.completeNewPasswordChallenge(password, {}, callbacks)),
        }),
      mfaRequired: unsupported,
      totpRequired: unsupported,
      mfaSetup: unsupported,
      selectMFAType: unsupported,
      customChallenge: unsupported,
    });
  });
}
