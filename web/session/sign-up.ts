import { callPool, type PoolError } from './user-pool.ts';

/** Stored per tab to survive a reload. */
export interface StartedSignUp {
  readonly username: string;
  readonly email: string;
}

const KEY = 'kawaraban.sign-up';

export function storePendingSignUp(started: StartedSignUp): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(started));
  } catch {
    // Storage is unavailable: the sign-up is lost on reload.
  }
}

export function readPendingSignUp(): StartedSignUp | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as StartedSignUp | null;
    return typeof stored?.username === 'string' && typeof stored.email === 'string' ? stored : undefined;
  } catch {
    return undefined;
  }
}

export function forgetSignUp(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable, so there is nothing to remove.
  }
}

interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

export async function signUp({ email, password, name }: NewAccount): Promise<string> {
  const attributes = { name: name || email, email, updated_at: nowInSeconds() };
  const accountInput = { Password: password, UserAttributes: toPoolAttributes(attributes) };
  try {
    const { UserSub } = await callPool<{ UserSub: string }>('SignUp', { Username: email, ...accountInput });
    return UserSub;
  } catch (error) {
    if (!rejectsEmailUsername(error)) throw error;
    const username = crypto.randomUUID();
    await callPool('SignUp', { Username: username, ...accountInput });
    return username;
  }
}

/** Hosted pools with email aliases reject an email address as the username. */
function rejectsEmailUsername(error: unknown): boolean {
  const { code, message = '' } = error instanceof Error ? (error as PoolError) : {};
  return code === 'InvalidParameterException' && /cannot be of email format/i.test(message);
}

export async function confirmSignUp(username: string, code: string): Promise<void> {
  await callPool('ConfirmSignUp', { Username: username, ConfirmationCode: code, ForceAliasCreation: false });
}

export async function resendSignUpCode(username: string): Promise<void> {
  await callPool('ResendConfirmationCode', { Username: username });
}

/** Resolves even if the account does not exist, to prevent user enumeration. */
export async function requestPasswordCode(username: string): Promise<void> {
  await callPool('ForgotPassword', { Username: username });
}

export async function resetPassword(username: string, code: string, password: string): Promise<void> {
  await callPool('ConfirmForgotPassword', { Username: username, ConfirmationCode: code, Password: password });
}

export function toPoolAttributes(attributes: Readonly<Record<string, string>>): { Name: string; Value: string }[] {
  return Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
}

export function nowInSeconds(): string {
  return String(Math.floor(Date.now() / 1000));
}
