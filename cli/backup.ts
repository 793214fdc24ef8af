import { readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { productRoot } from '#server/building/web-build.ts';
import { type Config, loadConfig } from '#server/config.ts';
import { type BackupReport, makeBackup, type SecretHandling } from '#server/data-transfer/index.ts';
import { systemClock } from '#server/platform/clock.ts';
import { foundSecret, secretFile } from '#server/process/installation-secret.ts';
import { openMediaStorage } from '#server/process/open-storage.ts';
import { runLongWork } from './long-work.ts';
import { counted, exitCodes, readFolder, say, UsageError, type Verb } from './verb.ts';

export const backup: Verb = {
  usage: `Usage: kawaraban backup [--without-secret] FOLDER

Copies the database as it is at this moment, every uploaded file that it knows, and the secret that the installation
made for itself into a new folder, for \`kawaraban restore\`. The server may run, and write. The folder has another name
until all of it is there.

Without the secret nobody can sign in on what is restored. Where SECRET is set it is in the environment and not in the
backup: keep it yourself. A backup with the secret in it is for nobody else's eyes. One that does not open what is
encrypted in the database is left out and told, as is one that is missing; the exit code is 1 then.

Options:
  --without-secret  leave out the secret, to be kept elsewhere
  --help            show this

Exit codes: 0 done, 1 refused, or not done, 2 called wrongly, 78 configured wrongly, 130 stopped.
`,
  run: async (args) => {
    const { folder, isWithoutSecret } = readOptions(args);
    const config = await loadConfig(process.env);
    rejectWithinMedia(config, folder);
    const { version } = JSON.parse(await readFile(join(productRoot, 'package.json'), 'utf8'));
    const secret = isWithoutSecret ? LEFT_OUT : await secretOf(config);
    return runLongWork(
      async ({ progress, signal }) => {
        await using storage = await openMediaStorage(config, { clock: systemClock });
        const report = await makeBackup({
          from: config.database,
          storage,
          folder,
          version,
          secret,
          clock: systemClock,
          signal,
          onTable: progress.showTable,
          onFile: progress.show,
        });
        progress.end();
        sayReport(report, folder);
        const warning = isWithoutSecret ? undefined : secretWarning(secret.value, report, config);
        say(warning ?? (isWithoutSecret || secret.value ? ABOUT_SECRET[report.secret] : NO_SECRET));
        return warning === undefined ? exitCodes.done : exitCodes.failed;
      },
      { onStopped: 'Stopped. There is no backup.' },
    );
  },
};

const ABOUT_SECRET: Readonly<Record<SecretHandling, string>> = {
  included: 'The secret is in it: keep it where nobody else can read it.',
  'in-environment': 'SECRET is not in it: keep its value yourself, or nobody can sign in on what is restored.',
  'left-out': 'The secret is not in it: keep it yourself, or nobody can sign in on what is restored.',
};

const NO_SECRET = 'There is no secret yet, and nothing is encrypted.';

function secretWarning(secret: string | undefined, { isOpened }: BackupReport, config: Config): string | undefined {
  if (isOpened !== false) return undefined;
  if (config.identity.secret !== undefined)
    return 'SECRET does not open what is encrypted in this backup: set it to what it was when the database was made, and keep that value.';
  const file = secretFile(config);
  return secret === undefined
    ? `The secret is not in it, since ${file} is missing. Nobody can sign in on what is restored without: look for that file in an earlier backup.`
    : `The secret is not in it, since the one in ${file} does not open what is encrypted. Nobody can sign in on what is restored without: look for the right one in an earlier backup.`;
}

function sayReport({ rows, files, bytesOfFiles, missing, missingKeys }: BackupReport, folder: string): void {
  if (missing > 0) {
    const more = missing > missingKeys.length ? ', …' : '';
    say(
      `Without bytes, which the storage does not have: ${counted(missing, 'file')} (${missingKeys.join(', ')}${more}).`,
    );
  }
  const megabytes = (bytesOfFiles / 1e6).toFixed(1);
  say(`The backup is in ${folder}: ${counted(rows, 'row')}, ${counted(files, 'file')} of ${megabytes} MB.`);
}

interface BackedUpSecret {
  readonly handling: SecretHandling;
  readonly value: string | undefined;
}

const LEFT_OUT: BackedUpSecret = { handling: 'left-out', value: undefined };

/** @throws {StartError} when the secret file exists but cannot be read. */
async function secretOf(config: Config): Promise<BackedUpSecret> {
  const value = await foundSecret(config);
  if (config.identity.secret !== undefined) return { handling: 'in-environment', value };
  return { handling: value === undefined ? 'left-out' : 'included', value };
}

/** Rejects folders below the media folder, whose files are public. */
function rejectWithinMedia({ storage }: Config, folder: string): void {
  if (storage.kind === 'disk' && `${folder}${sep}`.startsWith(`${resolve(storage.folder)}${sep}`))
    throw new UsageError('The folder lies within that of the uploaded files: name another one.');
}

function readOptions(args: readonly string[]): { folder: string; isWithoutSecret: boolean } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'without-secret': { type: 'boolean' } },
  });
  return { folder: resolve(readFolder(positionals)), isWithoutSecret: values['without-secret'] ?? false };
}
