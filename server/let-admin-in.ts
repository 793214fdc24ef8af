import type { Config } from './config.ts';
import { CognitoError, createFirstAdmin, type UserPool } from './identity/index.ts';
import { StartError } from './start-error.ts';

/**
 * An installation without any account gets one; a password that was made up is said to the terminal alone, once.
 * @throws {StartError} for a password of the configuration that anybody would try first.
 */
export async function letAdminIn(
  userPool: UserPool,
  { identity }: Pick<Config, 'identity'>,
  say: (line: string) => void,
): Promise<void> {
  const { adminEmail: email, adminPassword: password } = identity;
  const admin = await createFirstAdmin(userPool, { email, password }).catch((error: unknown) => {
    throw error instanceof CognitoError ? new StartError(`ADMIN_PASSWORD cannot be used: ${error.message}.`) : error;
  });
  if (!admin) return;
  const { username, newPassword } = admin;
  const account = `Created the account ${username} (${email})`;
  say(
    newPassword === undefined
      ? `${account} with the password in ADMIN_PASSWORD.`
      : `${account} with the password ${newPassword}\nIt is shown this once, and has to be changed at the first sign-in.`,
  );
}

/** Tokens travel with every call, and new passwords as they are. */
export function warnOfPlainHttp({ host, publicUrl }: Config, say: (line: string) => void): void {
  const isLocal = publicUrl === undefined ? isLoopback(host) : isLoopback(new URL(publicUrl).hostname);
  if (isLocal || publicUrl?.startsWith('https:')) return;
  say(
    'Warning: without https, others can read tokens and new passwords on their way. Set PUBLIC_URL to an https address.',
  );
}

function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || /^127(\.\d+){3}$/.test(host);
}
