import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { type Config, loadConfig } from '#server/config.ts';
import { planRestore, type RestoreReport, restoreBackup, TransferError } from '#server/data-transfer/index.ts';
import { systemClock } from '#server/platform/clock.ts';
import { secretFile } from '#server/process/installation-secret.ts';
import { describeTarget, ensureWritable } from '#server/process/open-database.ts';
import { openMediaStorage } from '#server/process/open-storage.ts';
import { runLongWork } from './long-work.ts';
import { counted, exitCodes, readFolder, type Subcommand, say, UsageError } from './subcommand.ts';

export const restore: Subcommand = {
  usage: `Usage: kawaraban restore [--replace [--yes]] FOLDER

Restores a backup of \`kawaraban backup\` into the configured database and storage: SQLite or PostgreSQL, a folder or a
bucket. Stop the server first. The command verifies the backup before it changes anything and the result afterwards.
You can stop it and run it again to continue.

Options:
  --replace  replace an existing installation; a SQLite file is kept beside it, PostgreSQL is emptied
  --yes      replace without asking
  --help     show this help

Exit codes: 0 done, 1 rejected or failed, 2 invalid arguments, 78 invalid configuration, 130 stopped.
`,
  run: async (args) => {
    const { folder, isReplacing, isAgreed } = readOptions(args);
    const config = await loadConfig(process.env);
    await ensureWritable(config);
    return runLongWork(
      async ({ progress, signal }) => {
        const plan = await planFor(config, folder, isReplacing);
        const { madeAt, version } = plan.manifest;
        say(`Backup from ${madeAt}, made by version ${version}.`);
        if (plan.isReplacing && !isAgreed && !(await confirmReplacement(config, signal))) {
          say('Nothing was changed.');
          return exitCodes.failed;
        }
        await using storage = await openMediaStorage(config, { clock: systemClock });
        const report = await restoreBackup({
          folder,
          to: config.database,
          storage,
          workFolder: config.dataDir,
          isReplacing,
          signal,
          secret: { configured: config.identity.secret, file: secretFile(config) },
          onVerified: ({ done, path }) => progress.show({ done, path: `verifying ${path}` }),
          onTable: progress.showTable,
          onFile: progress.show,
        });
        progress.end();
        sayReport(report, config);
        return exitCodes.done;
      },
      { onStopped: 'Stopped. Run the command again to continue.' },
    );
  },
};

async function planFor({ database }: Config, folder: string, isReplacing: boolean) {
  try {
    return await planRestore({ folder, to: database, isReplacing });
  } catch (error) {
    if (!(error instanceof TransferError) || error.reason !== 'not-empty') throw error;
    throw new TransferError(`${error.message.replace(/\.$/, '')}. Use --replace to replace it.`);
  }
}

async function confirmReplacement({ database }: Config, signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY) {
    say('There is no terminal to ask for confirmation: use --yes to replace the installation.');
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const response = await terminal.question(
      `${describeTarget(database)} contains an installation that will be replaced. Type "replace" to continue: `,
      { signal },
    );
    return response.trim() === 'replace';
  } finally {
    terminal.close();
  }
}

function sayReport(report: RestoreReport, { database }: Config): void {
  const { rows, files, manifest, formerDatabase, formerSecret } = report;
  if (manifest.media.missing > 0)
    say(`Already missing when the backup was made: ${counted(manifest.media.missing, 'file')}.`);
  if (formerDatabase !== undefined) say(`The previous database is in ${formerDatabase}.`);
  if (formerSecret !== undefined) say(`The previous secret is in ${formerSecret}.`);
  say(
    `${describeTarget(database)} is restored: ${counted(rows, 'row')}, ${counted(files, 'file')}. Image sizes are created again on request.`,
  );
  say('Start the server, and run: kawaraban media check');
}

function readOptions(args: readonly string[]): { folder: string; isReplacing: boolean; isAgreed: boolean } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { replace: { type: 'boolean' }, yes: { type: 'boolean' } },
  });
  const folder = readFolder(positionals);
  const { replace = false, yes = false } = values;
  if (yes && !replace) throw new UsageError('--yes requires --replace.');
  return { folder: resolve(folder), isReplacing: replace, isAgreed: yes };
}
