import type { AuditLog } from '../audit/index.ts';
import type { Config, SiteChoices } from '../config.ts';
import type { Database } from '../database/connect.ts';
import { CognitoError, createFirstAdmin, type Identity, promoteHostedAdmin, type UserPool } from '../identity/index.ts';
import type { Clock } from '../platform/clock.ts';
import { isLoopback } from '../platform/loopback.ts';
import { reasonOf } from '../platform/reason-of.ts';
import { isService } from '../services/index.ts';
import { StartError } from './start-error.ts';

export interface BootstrapTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: AuditLog;
  readonly config: Pick<Config, 'identity'>;
  readonly say: (line: string) => void;
}

/**
 * Prints a generated password once.
 * @throws {StartError} for a configured password that is too common
 */
export async function bootstrapAdmin(identity: Identity, tools: BootstrapTools): Promise<void> {
  if (identity.embedded) await bootstrapEmbeddedAdmin(identity.embedded, tools);
  else await bootstrapHostedAdmin(identity, tools);
}

/** Does not fail the start when the hosted pool is unavailable; the next start tries again. */
async function bootstrapHostedAdmin({ accounts }: Identity, { config, say, ...tools }: BootstrapTools): Promise<void> {
  const { adminEmail: email } = config.identity;
  try {
    const admin = await promoteHostedAdmin({ ...tools, accounts }, email);
    if (admin === 'missing') {
      say(`There is no administrator. Create an account with the email address ${email} in the user pool and restart.`);
    } else if (admin) {
      say(`${admin.username} (${email}) of the hosted user pool is an administrator here.`);
    }
  } catch (error) {
    const reason = reasonOf(error instanceof Error ? (error.cause ?? error) : error);
    say(`There is no administrator, and the hosted user pool does not respond: ${reason}`);
  }
}

async function bootstrapEmbeddedAdmin(userPool: UserPool, { config, say }: BootstrapTools): Promise<void> {
  const { adminEmail: email, adminPassword: password } = config.identity;
  const admin = await createFirstAdmin(userPool, { email, password }).catch((error: unknown) => {
    throw error instanceof CognitoError ? new StartError(`ADMIN_PASSWORD cannot be used: ${error.message}.`) : error;
  });
  if (!admin) return;
  const { username, newPassword } = admin;
  const account = `Created the account ${username} (${email})`;
  say(
    newPassword === undefined
      ? `${account} with the password in ADMIN_PASSWORD.`
      : `${account} with the password ${newPassword}\nThe password is shown only once. You will choose a new one when you first sign in.`,
  );
}

export function warnOfPlainHttp({ host, publicUrl }: Config, say: (line: string) => void): void {
  const isLocal = publicUrl === undefined ? isLoopback(host) : isLoopback(new URL(publicUrl).hostname);
  if (isLocal || publicUrl?.startsWith('https:')) return;
  say('Warning: without https, others can read tokens and new passwords in transit. Set PUBLIC_URL to an https URL.');
}

/** Warns only, since the service may be created later; until then the front page shows all services. */
export async function warnOfMissingFrontPage(
  { frontPageServiceId }: Pick<SiteChoices, 'frontPageServiceId'>,
  { database, say }: { readonly database: Database; readonly say: (line: string) => void },
): Promise<void> {
  if (frontPageServiceId === '' || (await isService(database.reader, frontPageServiceId))) return;
  say(
    `Warning: frontPageServiceId names ${frontPageServiceId}, which does not exist. The front page shows all services.`,
  );
}
