import { parseArgs } from 'node:util';
import { ServiceId } from '#contract/services.ts';
import { loadConfig } from '#server/config.ts';
import { exportService } from '#server/data-transfer/index.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openMigrated } from '#server/process/open-database.ts';
import { openMediaStorage } from '#server/process/open-storage.ts';
import type { Storage } from '#server/storage/index.ts';
import { runTransfer, sayCounts } from './transfer.ts';
import { exitCodes, say, UsageError, type Verb } from './verb.ts';

export const exportContent: Verb = {
  usage: `Usage: kawaraban export --service ID [--without-media] FOLDER

Writes everything of a service into a new folder, for \`kawaraban import\` here or elsewhere. The server may run.

Options:
  --service ID     the service
  --without-media  leave out the bytes of uploaded files
  --help           show this

Exit codes: 0 done, 1 refused, 2 called wrongly, 78 configured wrongly, 130 stopped.
`,
  run: async (args) => {
    const { isWithoutMedia, ...options } = readOptions(args);
    const config = await loadConfig(process.env);
    const database = await openMigrated(config);
    let storage: Storage | undefined;
    try {
      storage = isWithoutMedia ? undefined : await openMediaStorage(config, { clock: systemClock });
      const exported = await runTransfer((callbacks) => exportService({ database, storage, ...options, ...callbacks }));
      if (exported === 'refused') return exitCodes.failed;
      if (exported === 'stopped') return exitCodes.interrupted;
      sayCounts(exported.report);
      sayMissing(exported.missing);
      say(`The service ${options.serviceId} is in ${options.folder}`);
      return exitCodes.done;
    } finally {
      await storage?.close();
      await database.close();
    }
  },
};

const MAX_NAMED = 10;

function sayMissing(fileIds: readonly string[]): void {
  if (fileIds.length === 0) return;
  const named = fileIds.slice(0, MAX_NAMED).join(', ');
  const more = fileIds.length > MAX_NAMED ? ', …' : '';
  say(`Without their bytes, which the storage does not have: ${fileIds.length} files (${named}${more}).`);
}

interface Options {
  readonly serviceId: string;
  readonly folder: string;
  readonly isWithoutMedia: boolean;
}

function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { service: { type: 'string' }, 'without-media': { type: 'boolean' } },
  });
  const [folder, ...others] = positionals;
  if (folder === undefined || folder === '' || others.length > 0) throw new UsageError('Name one folder.');
  if (values.service === undefined) throw new UsageError('Name the service with --service ID.');
  if (!ServiceId.min(1).safeParse(values.service).success)
    throw new UsageError('--service must be 1 to 128 small letters, digits and hyphens.');
  return { serviceId: values.service, folder, isWithoutMedia: values['without-media'] ?? false };
}
