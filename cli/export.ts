import { parseArgs } from 'node:util';
import { ServiceId } from '#contract/services.ts';
import { loadConfig } from '#server/config.ts';
import { exportService, type TransferReport } from '#server/data-transfer/index.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openMigrated } from '#server/process/open-database.ts';
import { openMediaStorage } from '#server/process/open-storage.ts';
import { runLongWork } from './long-work.ts';
import { exitCodes, readFolder, type Subcommand, say, UsageError } from './subcommand.ts';

export const exportContent: Subcommand = {
  usage: `Usage: kawaraban export --service ID [--without-media] FOLDER

Exports a service with all its content into a new folder, for \`kawaraban import\` here or elsewhere. The server
can keep running.

Options:
  --service ID     the service
  --without-media  leave out the uploaded files
  --help           show this help

Exit codes: 0 done, 1 rejected, 2 invalid arguments, 78 invalid configuration, 130 stopped.
`,
  run: async (args) => {
    const { isWithoutMedia, ...options } = readOptions(args);
    const config = await loadConfig(process.env);
    await using database = await openMigrated(config);
    return await runLongWork(async ({ progress, signal }) => {
      await using storage = isWithoutMedia ? undefined : await openMediaStorage(config, { clock: systemClock });
      const tools = { database, storage, onProgress: progress.show, signal };
      const { report, missing } = await exportService({ ...options, ...tools });
      progress.end();
      sayCounts(report);
      sayMissing(missing);
      say(`The service ${options.serviceId} is in ${options.folder}`);
      return exitCodes.done;
    });
  },
};

export function sayCounts(report: TransferReport): void {
  say(report.map(({ name, records }) => `${name}: ${records}`).join(', '));
}

const MAX_NAMED = 10;

function sayMissing(fileIds: readonly string[]): void {
  if (fileIds.length === 0) return;
  const named = fileIds.slice(0, MAX_NAMED).join(', ');
  const more = fileIds.length > MAX_NAMED ? ', …' : '';
  say(`Missing in the storage and left out: ${fileIds.length} files (${named}${more}).`);
}

function readOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { service: { type: 'string' }, 'without-media': { type: 'boolean' } },
  });
  const folder = readFolder(positionals);
  if (values.service === undefined) throw new UsageError('Specify the service with --service ID.');
  if (!ServiceId.min(1).safeParse(values.service).success)
    throw new UsageError('--service must be 1 to 128 lowercase letters, digits and hyphens.');
  return { serviceId: values.service, folder, isWithoutMedia: values['without-media'] ?? false };
}
