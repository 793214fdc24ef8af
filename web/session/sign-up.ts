import { callPool } from './user-pool.ts';

/** Calls of the user pool for whoever is not signed in yet. They reject with the pool's own error. */

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  /** How the person wants to be called; the address, where they do not say. */
  readonly name: string;
}

/** Makes an account that its address has to be proven for. Resolves with the pool's name for it. */
export async function signUp({ email, password, name }: NewAccount): Promise<string> {
  const username = crypto.randomUUID();
  const attributes = { name: name || email, email, updated_at: nowInSeconds() };
  await callPool('SignUp', { Username: username, Password: password, UserAttributes: toPoolAttributes(attributes) });
  return username;
}

/** Proves the address of a new account by the code that was mailed to it. */
export async function confirmSignUp(username: string, code: string): Promise<void> {
  await callPool('ConfirmSignUp', { Username: username, ConfirmationCode: code, ForceAliasCreation: false });
}

export async function resendSignUpCode(username: string): Promise<void> {
  await callPool('ResendConfirmationCode', { Username: username });
}

/** Has a code mailed with which the password can be replaced, if there is such an account; the answer does not tell. */
export async function requestPasswordCode(username: string): Promise<void> {
  await callPool('ForgotPassword', { Username: username });
}

export async function resetPassword(username: string, code: string, password: string): Promise<void> {
  await callPool('ConfirmForgotPassword', { Username: username, ConfirmationCode: code, Password: password });
}

/** Names and values as the protocol has them. */
export function toPoolAttributes(attributes: Readonly<Record<string, string>>): { Name: string; Value: string }[] {
  return Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
}

export function nowInSeconds(): string {
  return String(Math.floor(Date.now() / 1000));
}
