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
import { counted, exitCodes, readFolder, type Subcommand, say, UsageError } from './subcommand.ts';

export const backup: Subcommand = {
  usage: `Usage: kawaraban backup [--without-secret] FOLDER

Copies the database, all uploaded files and the secret that the installation created into a new folder, for
\`kawaraban restore\`. The server can keep running. The folder has a temporary name until the backup is complete.

Nobody can sign in to a restored installation without its secret. If SECRET is set, the backup does not contain it:
store it yourself. Keep a backup that contains the secret private. A secret that is missing or does not decrypt the
database is left out and reported; the exit code is then 1.

Options:
  --without-secret  leave out the secret, to store it elsewhere
  --help            show this help

Exit codes: 0 done, 1 rejected or failed, 2 invalid arguments, 78 invalid configuration, 130 stopped.
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
      { onStopped: 'Stopped. No backup was created.' },
    );
  },
};

const ABOUT_SECRET: Readonly<Record<SecretHandling, string>> = {
  included: 'It contains the secret. Store it where nobody else can read it.',
  'in-environment': 'It does not contain SECRET. Store the value: without it nobody can sign in after a restore.',
  'left-out': 'It does not contain the secret. Store the secret: without it nobody can sign in after a restore.',
};

const NO_SECRET = 'There is no secret yet, and no encrypted data.';

function secretWarning(secret: string | undefined, { isOpened }: BackupReport, config: Config): string | undefined {
  if (isOpened !== false) return undefined;
  if (config.identity.secret !== undefined)
    return 'SECRET does not decrypt the data in this backup. Set it to the value that the database was created with, and store that value.';
  const file = secretFile(config);
  return secret === undefined
    ? `It does not contain the secret, because ${file} is missing. Without it nobody can sign in after a restore: look for the file in an earlier backup.`
    : `It does not contain the secret, because ${file} does not decrypt the data. Without the right one nobody can sign in after a restore: look for it in an earlier backup.`;
}

function sayReport({ rows, files, bytesOfFiles, missing, missingKeys }: BackupReport, folder: string): void {
  if (missing > 0) {
    const more = missing > missingKeys.length ? ', …' : '';
    say(`Missing in the storage and left out: ${counted(missing, 'file')} (${missingKeys.join(', ')}${more}).`);
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
    throw new UsageError('The folder is inside the folder for uploaded files. Choose another one.');
}

function readOptions(args: readonly string[]): { folder: string; isWithoutSecret: boolean } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'without-secret': { type: 'boolean' } },
  });
  return { folder: resolve(readFolder(positionals)), isWithoutSecret: values['without-secret'] ?? false };
}
