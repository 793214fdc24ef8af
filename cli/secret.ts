import { parseArgs } from 'node:util';
import { createAuditLog } from '#server/audit/index.ts';
import { type Environment, variableReader } from '#server/config/variables.ts';
import { type Config, ConfigError, loadConfig } from '#server/config.ts';
import type { Database } from '#server/database/connect.ts';
import { isSecretOf, WrongSecretError } from '#server/database/pool-settings.ts';
import { rotateSecret } from '#server/identity/index.ts';
import { systemClock } from '#server/platform/clock.ts';
import { installationSecret, nextSecret, secretFile } from '#server/process/installation-secret.ts';
import { ensureWritable, openDatabase } from '#server/process/open-database.ts';
import { StartError } from '#server/process/start-error.ts';
import { exitCodes, type Subcommand, say, UsageError } from './subcommand.ts';

const MIN_LENGTH = 32;

export const secret: Subcommand = {
  usage: `Usage: kawaraban secret rotate

Replaces the secret and encrypts the data that depends on it again: password verifiers, secrets of authenticator apps
and webhooks, signing keys and waiting emails. Re-encrypts all of it or nothing.

Stop every process of the server first and start them afterwards: a running process keeps the old secret.

If the installation created its secret, the command creates the new one and replaces the file \`secret\` in DATA_DIR.
If SECRET is set, the new one is read from SECRET_NEW (${MIN_LENGTH} characters or more); set SECRET to it afterwards.
If the command is interrupted, run it again.

Sessions, passwords and authenticator apps keep working. Data stored only as a keyed hash is lost: recovery codes (users
create new ones), unused codes sent by email (users request others), counts of failed sign-ins and the identity of
guests.

Options:
  --help  show this help

Exit codes: 0 done, 1 failed, 2 invalid arguments, 78 invalid configuration, or not the secret of this database.
`,
  run: async (args) => {
    readTask(args);
    const config = await loadConfig(process.env);
    const newSecret = readSecretNew(process.env);
    await ensureWritable(config);
    await using database = await openDatabase(config, {});
    try {
      await (config.identity.secret === undefined
        ? rotateSecretFile(config, database, newSecret)
        : rotateEnvironmentSecret(database, { from: config.identity.secret, to: newSecret }));
      return exitCodes.done;
    } catch (error) {
      throw error instanceof WrongSecretError ? new StartError(wrongSecret(config)) : error;
    }
  },
};

function readTask(args: readonly string[]): void {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
  if (positionals.join(' ') !== 'rotate') throw new UsageError('Use `secret rotate`.');
}

/** Reads `SECRET_NEW`, or the file that `SECRET_NEW_FILE` names. */
function readSecretNew(environment: Environment): string | undefined {
  const problems: string[] = [];
  const read = variableReader(environment, problems);
  const secretNew = read<string | undefined>('SECRET_NEW', {
    expected: `at least ${MIN_LENGTH} characters that nobody can guess`,
    fallback: undefined,
    parse: (text) => (text.length >= MIN_LENGTH ? text : undefined),
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return secretNew;
}

function wrongSecret(config: Config): string {
  return config.identity.secret === undefined
    ? `The secret in ${secretFile(config)} is not the one that this database was created with. Restore that file.`
    : 'SECRET is not the one that this database was created with. Set it to its earlier value.';
}

async function rotateEnvironmentSecret(
  database: Database,
  { from, to }: { from: string; to: string | undefined },
): Promise<void> {
  if (to === undefined) throw new StartError('SECRET is set. Set SECRET_NEW to the new value.');
  if (to === from) throw new StartError('SECRET_NEW is the same as SECRET. Choose another one.');
  if (await isDone(database, { from, to })) return say('Already done: set SECRET to the value of SECRET_NEW.');
  await rotate(database, { from, to });
  say('Done. Set SECRET to the value of SECRET_NEW, remove SECRET_NEW and start the server.');
}

async function rotateSecretFile(config: Config, database: Database, newSecret: string | undefined): Promise<void> {
  if (newSecret !== undefined) throw new StartError('SECRET_NEW needs SECRET, which is not set. Remove SECRET_NEW.');
  const from = await installationSecret(config, database);
  const { next, isLeftOver } = await nextSecret(config);
  const secrets = { from, to: next.secret };
  // An earlier attempt may have been interrupted between the database and the file.
  if (!(isLeftOver && (await isDone(database, secrets)))) await rotate(database, secrets);
  await next.replace();
  say(`Done. The new secret is in ${secretFile(config)}. Start the server.`);
}

async function isDone({ writer }: Database, { from, to }: { from: string; to: string }): Promise<boolean> {
  return (await isSecretOf(writer, to)) && !(await isSecretOf(writer, from));
}

async function rotate(database: Database, secrets: { from: string; to: string }): Promise<void> {
  await rotateSecret({ database, audit: createAuditLog({ database, clock: systemClock }) }, secrets);
}
