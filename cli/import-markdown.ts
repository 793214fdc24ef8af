import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtempDisposable, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { NewServiceId, ServiceId, ServiceLabel } from '#contract/services.ts';
import { type Config, loadConfig } from '#server/config.ts';
import type { Database } from '#server/database/connect.ts';
import { HttpError } from '#server/http/errors.ts';
import { checkMarkdownFolder, type FileReport, type ImportReport, importMarkdownFolder } from '#server/import/index.ts';
import { createImageProcessor } from '#server/media-images/index.ts';
import { systemClock } from '#server/platform/clock.ts';
import { describeTarget, ensureWritable, openDatabase, openMigrated } from '#server/process/open-database.ts';
import { openMediaStorage } from '#server/process/open-storage.ts';
import { createProgress, printable } from './import-progress.ts';
import { stopOnSignals } from './long-work.ts';
import { exitCodes, readFolder, type Subcommand, say, UsageError } from './subcommand.ts';

export const importMarkdown: Subcommand = {
  usage: `Usage: kawaraban import markdown FOLDER --service ID [options]

Creates posts from the Markdown files (.md, .markdown, .mdx) in a folder and its subfolders. Images and files in the
folder that the posts show or link to are added to the media library.
Run it again to update posts whose files have changed. Source and path identify the post of a file.

Options:
  --service ID      service of the posts
  --create-service  create the service if it does not exist
  --label LABEL     label of the created service; default: its ID
  --source NAME     name of the source; default: the name of the folder
  --link-base URL   former http or https URL of the folder, to resolve relative links
  --timezone NAME   time zone of dates without one, such as Asia/Tokyo; default: UTC
  --overwrite       overwrite posts that were edited in the console since
  --dry-run         report what would be done without writing anything
  --json            print the report as JSON on standard output
  --help            show this help

Exit codes: 0 done, 1 some files failed, 2 invalid arguments, 78 invalid configuration, 130 stopped.
`,
  run: async (args) => {
    const options = readOptions(args);
    const config = await loadConfig(process.env);
    try {
      await checkMarkdownFolder(options.folder);
      return await runImport(options, config);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      say(error.body.message);
      return exitCodes.usage;
    }
  },
};

type Options = ReturnType<typeof readOptions>;

function readOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      service: { type: 'string' },
      'create-service': { type: 'boolean' },
      label: { type: 'string' },
      source: { type: 'string' },
      'link-base': { type: 'string' },
      timezone: { type: 'string' },
      overwrite: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      json: { type: 'boolean' },
    },
  });
  const [kind, ...folders] = positionals;
  if (kind !== 'markdown') throw new UsageError('Use `import markdown FOLDER`.');
  const folder = readFolder(folders);
  const { service, label } = values;
  if (service === undefined) throw new UsageError('Specify the service with --service ID.');
  rejectService(service, { isNew: values['create-service'] ?? false });
  if (label !== undefined && !values['create-service']) throw new UsageError('--label requires --create-service.');
  if (label !== undefined && !ServiceLabel.safeParse(label).success)
    throw new UsageError('--label must be 1 to 200 characters.');
  return {
    folder,
    serviceId: service,
    newServiceLabel: values['create-service'] ? (label ?? service) : undefined,
    source: readSource(values.source),
    linkBase: readLinkBase(values['link-base']),
    timeZone: readTimeZone(values.timezone),
    isOverwriting: values.overwrite ?? false,
    isDryRun: values['dry-run'] ?? false,
    isJson: values.json ?? false,
  };
}

function rejectService(service: string, { isNew }: { isNew: boolean }): void {
  if (!ServiceId.min(1).safeParse(service).success)
    throw new UsageError('--service must be 1 to 128 lowercase letters, digits and hyphens.');
  if (isNew && !NewServiceId.safeParse(service).success)
    throw new UsageError(`--service cannot be ${service}: this word is reserved in URLs.`);
}

function readSource(source: string | undefined): string | undefined {
  if (source === undefined || /^[^\p{Cc}\p{Cs}]{1,200}$/u.test(source)) return source;
  throw new UsageError('--source must be 1 to 200 characters.');
}

function readLinkBase(base: string | undefined): string | undefined {
  if (base === undefined || (URL.canParse(base) && /^https?:$/.test(new URL(base).protocol))) return base;
  throw new UsageError('--link-base must be an http or https URL.');
}

function readTimeZone(name: string | undefined): string | undefined {
  try {
    return name === undefined
      ? undefined
      : new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw new UsageError('--timezone must be a time zone such as Asia/Tokyo.');
  }
}

async function runImport(options: Options, config: Config): Promise<number> {
  const started = performance.now();
  const report = await importFolder(options, config);
  const seconds = (performance.now() - started) / 1000;
  for (const line of summaryOf(report, { database: describeTarget(config.database).replace(/^The /, 'the '), seconds }))
    say(line);
  if (options.isJson) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  if (report.isStopped) return exitCodes.interrupted;
  return report.counts.failed > 0 ? exitCodes.failed : exitCodes.done;
}

async function importFolder(options: Options, config: Config): Promise<ImportReport> {
  await using opened = new AsyncDisposableStack();
  // A dry run must not create the folder of the storage.
  const storage = options.isDryRun ? undefined : opened.use(await openMediaStorage(config, { clock: systemClock }));
  const images = opened.adopt(createImageProcessor(), (processor) => processor.close());
  const scratchDir = join(tmpdir(), `kawaraban-import-${randomUUID()}`);
  opened.defer(() => rm(scratchDir, { recursive: true, force: true }));
  const database = options.isDryRun ? await openForReading(config, opened) : opened.use(await openForWriting(config));
  const progress = createProgress(process.stderr);
  const stop = stopOnSignals('Stopping after this file…');
  try {
    return await importMarkdownFolder({
      ...options,
      database,
      clock: systemClock,
      media: { storage, images, scratchDir, clock: systemClock, mediaUrl: config.mediaUrl, database },
      content: config.site.content,
      onProgress: progress.show,
      signal: stop.signal,
    });
  } finally {
    progress.end();
    stop.dispose();
  }
}

async function openForWriting(config: Config): Promise<Database> {
  await ensureWritable(config);
  return openDatabase(config, { onMigrated: ({ applied }) => say(`Migrated: ${applied.join(', ')}`) });
}

/** A dry run must not create or migrate a file: uses an empty temporary database when none exists. */
async function openForReading(config: Config, opened: AsyncDisposableStack): Promise<Database> {
  const { database: target } = config;
  if (target.engine === 'postgres' || existsSync(target.path)) return opened.use(await openMigrated(config));
  const { path: folder } = opened.use(await mkdtempDisposable(join(tmpdir(), 'kawaraban-dry-run-')));
  return opened.use(await openDatabase({ database: { engine: 'sqlite', path: join(folder, 'empty.db') } }, {}));
}

/** Maximum lines per list; the JSON report contains all of them. */
const MAX_LINES = 50;

function summaryOf(report: ImportReport, { database, seconds }: { database: string; seconds: number }): string[] {
  const { folder, serviceId, counts, files, notMarkdown, ignored } = report;
  const sum = Object.entries(counts).map(([status, count]) => `${count} ${status}`);
  return [
    ...(files.length === 0 ? [`${folder} contains no Markdown files.`] : []),
    ...(report.isServiceCreated ? [`The service ${serviceId} was created.`] : []),
    `${report.isDryRun ? 'Dry run, nothing written' : 'Done'}: ${sum.join(', ')}, in ${seconds.toFixed(1)} s; service ${serviceId} in ${database}.`,
    ...section('Failed:', reasons(files, 'failed')),
    ...section('Skipped:', reasons(files, 'skipped')),
    ...section('Unwrapped, removed or needing review:', files.flatMap(accountOf)),
    ...linksIn(files, 'postLinks', ({ links, of }) => `Links to posts in this import: ${links} in ${of} files.`),
    ...linksIn(
      files,
      'unresolvedLinks',
      ({ links, of }) => `Relative links and images left unchanged: ${links} in ${of} files (see --link-base).`,
    ),
    ...linksIn(
      files,
      'mediaFiles',
      ({ links, of }) => `Images and files added to the media library: ${links} in ${of} files.`,
    ),
    ...section('Unused front matter:', tallyLines(unusedIn(files))),
    ...section('Not Markdown, by extension:', tallyLines(notMarkdown)),
    ...section(
      'Ignored:',
      ignored.map((path) => `  ${path}`),
    ),
    ...(report.isStopped ? ['Stopped early. Run the command again to import the rest.'] : []),
  ].map(printable);
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - MAX_LINES;
  return [title, ...lines.slice(0, MAX_LINES), ...(more > 0 ? [`  … and ${more} more (--json has them all)`] : [])];
}

function reasons(files: readonly FileReport[], status: FileReport['status']): string[] {
  return files.filter((file) => file.status === status).map(({ path, reason }) => `  ${path}: ${reason}`);
}

/** Lists what was removed from or guessed for a post. Unchanged files were reported by an earlier run. */
function accountOf({ path, status, components = {}, removed = [], notes = [] }: FileReport): string[] {
  if (status === 'unchanged') return [];
  const output = [
    ...Object.entries(components).map(([name, count]) => `${name} ×${count}`),
    ...(removed.length > 0 ? [`removed ${removed.join(', ')}`] : []),
    ...notes,
  ];
  return output.length === 0 ? [] : [`  ${path}: ${output.join('; ')}`];
}

function linksIn(
  files: readonly FileReport[],
  kind: 'postLinks' | 'unresolvedLinks' | 'mediaFiles',
  say: (sum: { links: number; of: number }) => string,
): string[] {
  const counts = files.filter(({ status }) => status !== 'unchanged').map((file) => file[kind] ?? 0);
  const links = counts.reduce((sum, count) => sum + count, 0);
  return links === 0 ? [] : [say({ links, of: counts.filter((count) => count > 0).length })];
}

function unusedIn(files: readonly FileReport[]): Record<string, number> {
  const tally: Record<string, number> = {};
  for (const name of files.flatMap(({ unused = [] }) => unused)) tally[name] = (tally[name] ?? 0) + 1;
  return tally;
}

function tallyLines(tally: Readonly<Record<string, number>>): string[] {
  return Object.entries(tally).map(([name, count]) => `  ${name} ×${count}`);
}
