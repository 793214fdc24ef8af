import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Config, loadConfig } from '#server/config.ts';
import { importService, isExportedService } from '#server/data-transfer/index.ts';
import { systemClock } from '#server/platform/clock.ts';
import { ensureWritable, openDatabase } from '#server/process/open-database.ts';
import { openMediaStorage } from '#server/process/open-storage.ts';
import { createRenderPool } from '#server/rendering/index.ts';
import type { Storage } from '#server/storage/index.ts';
import { runTransfer, sayCounts } from './transfer.ts';
import { exitCodes, say, UsageError, type Verb } from './verb.ts';

export const importExport: Verb = {
  usage: `Usage: kawaraban import FOLDER

Makes the service that FOLDER holds, as \`kawaraban export\` wrote it. Either all of it is stored or nothing.

Markdown files become posts by \`kawaraban import markdown FOLDER\`, of which \`kawaraban import markdown --help\` says more.

Options:
  --help  show this

Exit codes: 0 done, 1 refused, 2 called wrongly, 78 configured wrongly, 130 stopped.
`,
  run: async (args) => {
    const folder = readFolder(args);
    return importFolder(folder, await loadConfig(process.env));
  },
};

function readFolder(args: readonly string[]): string {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
  const [folder, ...others] = positionals;
  if (folder === undefined || folder === '' || others.length > 0) throw new UsageError('Name one folder.');
  if (!isExportedService(folder)) {
    throw new UsageError('This folder holds no exported service. For Markdown: `import markdown FOLDER`.');
  }
  return folder;
}

/** Generous limits for rendering: no reader waits, and the machine may be busy. */
const renderLimits = {
  processes: availableParallelism(),
  timeLimitMs: 120_000,
  maxWaiting: 100,
  maxWaitMs: 3_600_000,
};

async function importFolder(folder: string, config: Config): Promise<number> {
  await ensureWritable(config);
  const database = await openDatabase(config, { onMigrated: ({ applied }) => say(`Migrated: ${applied.join(', ')}`) });
  const renderer = createRenderPool(renderLimits);
  let storage: Storage | undefined;
  try {
    storage = await openMediaStorage(config, { clock: systemClock });
    const tools = { database, renderer, storage, clock: systemClock };
    const { previewDays } = config.site.content;
    const workFolder = config.dataDir;
    await mkdir(workFolder, { recursive: true });
    const imported = await runTransfer((callbacks) =>
      importService({ ...tools, folder, workFolder, previewDays, ...callbacks }),
    );
    if (imported === 'refused' || imported === 'stopped')
      return imported === 'refused' ? exitCodes.failed : exitCodes.interrupted;
    sayCounts(imported.report);
    say(`The service ${imported.serviceId} is here. Give it to the accounts that are to work on it, in the console.`);
    return exitCodes.done;
  } finally {
    await renderer.close();
    await storage?.close();
    await database.close();
  }
}
