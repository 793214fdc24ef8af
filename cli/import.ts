import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Config, loadConfig } from '#server/config.ts';
import { importService, isExportedService } from '#server/data-transfer/index.ts';
import { systemClock } from '#server/platform/clock.ts';
import { ensureWritable, openDatabase } from '#server/process/open-database.ts';
import { openMediaStorage } from '#server/process/open-storage.ts';
import { createRenderPool } from '#server/rendering/index.ts';
import { sayCounts } from './export.ts';
import { importMarkdown } from './import-markdown.ts';
import { runLongWork } from './long-work.ts';
import { exitCodes, readFolder, type Subcommand, say, UsageError } from './subcommand.ts';

const importExport: Subcommand = {
  usage: `Usage: kawaraban import FOLDER

Creates the service that \`kawaraban export\` wrote to FOLDER. Imports all of it or nothing.

To import Markdown files, see \`kawaraban import markdown --help\`.

Options:
  --help  show this help

Exit codes: 0 done, 1 rejected, 2 invalid arguments, 78 invalid configuration, 130 stopped.
`,
  run: async (args) => {
    const folder = readExport(args);
    return importFolder(folder, await loadConfig(process.env));
  },
};

function readExport(args: readonly string[]): string {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
  const folder = readFolder(positionals);
  if (!isExportedService(folder)) {
    throw new UsageError('This folder does not contain an exported service. For Markdown: `import markdown FOLDER`.');
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
  await using database = await openDatabase(config, {
    onMigrated: ({ applied }) => say(`Migrated: ${applied.join(', ')}`),
  });
  await using opened = new AsyncDisposableStack();
  const renderer = opened.adopt(createRenderPool(renderLimits), (pool) => pool.close());
  return await runLongWork(async ({ progress, signal }) => {
    await using storage = await openMediaStorage(config, { clock: systemClock });
    const tools = { database, renderer, storage, clock: systemClock, onProgress: progress.show, signal };
    const { previewDays } = config.site.content;
    const workFolder = config.dataDir;
    await mkdir(workFolder, { recursive: true });
    const { serviceId, report } = await importService({ ...tools, folder, workFolder, previewDays });
    progress.end();
    sayCounts(report);
    say(`Imported the service ${serviceId}. Give accounts access to it in the console.`);
    return exitCodes.done;
  });
}

export const importContent: Subcommand = {
  usage: importExport.usage,
  parts: { markdown: importMarkdown },
  run: (args) => (args.find((arg) => !arg.startsWith('-')) === 'markdown' ? importMarkdown : importExport).run(args),
};
