import { callPool, type PoolError } from './user-pool.ts';

/** Calls of the user pool for whoever is not signed in yet. They reject with the pool's own error. */

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  /** How the person wants to be called; the address, where they do not say. */
  readonly name: string;
}

/** Makes an account that its address has to be proven for. Resolves with the pool's name for it. */
export async function signUp({ email, password, name }: NewAccount): Promise<string> {
  const attributes = { name: name || email, email, updated_at: nowInSeconds() };
  const given = { Password: password, UserAttributes: toPoolAttributes(attributes) };
  try {
    const { UserSub } = await callPool<{ UserSub: string }>('SignUp', { Username: email, ...given });
    return UserSub;
  } catch (error) {
    if (!wantsOwnNames(error)) throw error;
    const username = crypto.randomUUID();
    await callPool('SignUp', { Username: username, ...given });
    return username;
  }
}

/** Hosted pools in which addresses are aliases take none as the name itself. */
function wantsOwnNames(error: unknown): boolean {
  const { code, message = '' } = error instanceof Error ? (error as PoolError) : {};
  return code === 'InvalidParameterException' && /cannot be of email format/i.test(message);
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
