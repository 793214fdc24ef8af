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
import { exitCodes, say, UsageError, type Verb } from './verb.ts';

const MIN_LENGTH = 32;

export const secret: Verb = {
  usage: `Usage: kawaraban secret rotate

Puts a new secret in the place of the one that everything secret in the database is encrypted with: what is kept of
passwords, secrets of authenticator apps and webhooks, signing keys, mails that wait. All of it is encrypted anew, or nothing is.

Stop every process of the server first, and start them when it is done: one that goes on running has the old secret.

Where the installation made its secret itself, it makes the new one, too, and replaces the file \`secret\` in DATA_DIR.
Where SECRET is set, the new one is read from SECRET_NEW (${MIN_LENGTH} characters or more); set SECRET to it afterwards.
If the command is interrupted, run it again.

Sessions, passwords and authenticator apps stay as they are. Lost is what is known by a keyed hash alone: recovery
codes (people make new ones), mailed codes that have not been used (people ask for others), counts of failed
sign-ins, and who a guest without an account was.

Options:
  --help  show this

Exit codes: 0 done, 1 not done, 2 called wrongly, 78 configured wrongly, or not the secret of this database.
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
  if (positionals.join(' ') !== 'rotate') throw new UsageError('Say what to do: `secret rotate`.');
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
    ? `The secret in ${secretFile(config)} is not the one this database was made with: put that file back.`
    : 'SECRET is not the one this database was made with: set it to what it was.';
}

async function rotateEnvironmentSecret(
  database: Database,
  { from, to }: { from: string; to: string | undefined },
): Promise<void> {
  if (to === undefined) throw new StartError('SECRET is set: say what follows it in SECRET_NEW.');
  if (to === from) throw new StartError('SECRET_NEW is what SECRET is: take another one.');
  if (await isDone(database, { from, to })) return say('It is done already: set SECRET to what SECRET_NEW is.');
  await rotate(database, { from, to });
  say('Done. Set SECRET to what SECRET_NEW is, take SECRET_NEW away, and start the server.');
}

async function rotateSecretFile(config: Config, database: Database, newSecret: string | undefined): Promise<void> {
  if (newSecret !== undefined) throw new StartError('SECRET_NEW goes with SECRET, which is not set: take it away.');
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
