import { parseArgs } from 'node:util';
import { type Config, loadConfig } from '#server/config.ts';
import { createFirstAdmin, resetPassword, type UserPool } from '#server/identity/index.ts';
import { StartError } from '#server/process/start-error.ts';
import { exitCodes, type Subcommand, say, UsageError } from './subcommand.ts';
import { withUserPool } from './with-user-pool.ts';

const DEFAULT_NAME = 'admin';
const HOSTED = 'Accounts are in the hosted user pool of COGNITO_USER_POOL_ID. Reset the password there.';

export const admin: Subcommand = {
  usage: `Usage: kawaraban admin reset-password [NAME]

Gives an account a new password, prints it once and requires a new one at the next sign-in. The account is enabled and
signed out everywhere. If no administrator is left, it becomes one; if there is no account, the first one is created.
The server can keep running.

NAME is the username or the email address; default: ${DEFAULT_NAME}.

Options:
  --help  show this help

Exit codes: 0 done, 1 no such account or failed, 2 invalid arguments, 78 invalid configuration.
`,
  run: async (args) => {
    const name = readName(args);
    const config = await loadConfig(process.env);
    if (config.hostedPool) throw new StartError(HOSTED);
    return withUserPool(config, ({ userPool }) => resetAdminPassword(userPool, config, name));
  },
};

function readName(args: readonly string[]): string {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
  const [task, name = DEFAULT_NAME, ...others] = positionals;
  if (task !== 'reset-password') throw new UsageError('Use `admin reset-password`.');
  if (name === '' || others.length > 0) throw new UsageError('Specify one account.');
  return name;
}

async function resetAdminPassword(pool: UserPool, { identity }: Config, name: string): Promise<number> {
  const first = await createFirstAdmin(pool, { email: identity.adminEmail, password: undefined });
  if (first) return printPassword(first, 'There was no account, so this one was created.');
  const reset = await resetPassword(pool, name);
  if (!reset) {
    say(`There is no account ${JSON.stringify(name)}.`);
    return exitCodes.failed;
  }
  return printPassword(
    reset,
    reset.isMadeAdmin ? 'There was no administrator left, so this account is one now.' : undefined,
  );
}

/** Prints the password alone on standard output, so that it can be piped. */
function printPassword(
  account: { username: string; email: string; newPassword?: string | undefined },
  note: string | undefined,
): number {
  if (note !== undefined) say(note);
  say(`New password for ${account.username} (${account.email}), to be changed at the next sign-in:`);
  process.stdout.write(`${account.newPassword}\n`);
  return exitCodes.done;
}
