import { parseArgs } from 'node:util';
import { asStorage, STORAGE_FORMS } from '#server/config/storage.ts';
import { type Config, loadConfig } from '#server/config.ts';
import type { Database } from '#server/database/connect.ts';
import { type CheckReport, checkMedia, type Finding, type MoveReport, moveMedia } from '#server/media-check/index.ts';
import { systemClock, toInstant } from '#server/platform/clock.ts';
import { openMigrated } from '#server/process/open-database.ts';
import { describeStorage, openMediaStorage } from '#server/process/open-storage.ts';
import { noteFilesChanged, remarkStaticFile } from '#server/publishing/index.ts';
import type { Storage, StorageTarget } from '#server/storage/index.ts';
import { printable } from './import-progress.ts';
import { type LongWork, runLongWork } from './long-work.ts';
import { exitCodes, type Subcommand, say, UsageError } from './subcommand.ts';

const mediaCheck: Subcommand = {
  usage: `Usage: kawaraban media check [--repair [--force]]

Compares the file records of the database with the objects in the storage. The server can keep running.
Ignores objects written less than an hour ago and uploads of less than a day.

Options:
  --repair  delete unused objects, write missing files of posts, correct recorded sizes
  --force   with --repair: repair even if most objects are unused
  --help    show this help

Each difference is a line on standard output.

Exit codes: 0 no differences or all repaired, 1 differences remain, 2 invalid arguments, 78 invalid configuration,
130 stopped.
`,
  run: async (args) => {
    const { repair: isRepairing, force: isForced } = readCheckOptions(args);
    return runMedia(async ({ progress, signal, ...tools }) => {
      const onFinding = (finding: Finding) => {
        progress.end();
        process.stdout.write(`${printable(lineOf(finding))}\n`);
      };
      const report = await checkMedia(
        { ...tools, onFilesChanged: noteFilesChanged },
        { isRepairing, isForced, signal, onProgress: progress.show, onFinding },
      );
      signal.throwIfAborted();
      progress.end();
      return sayCheckReport(report, isRepairing);
    });
  },
};

function sayCheckReport(report: CheckReport, isRepairing: boolean): number {
  if (report.isSuspicious) {
    say(
      'Nothing was repaired: most stored objects belong to no file in this database. Do DATABASE_URL and STORAGE_URL belong to the same installation? If so, use --force.',
    );
    return exitCodes.failed;
  }
  const { objects, files, postFiles, unknown, found, repaired } = report;
  say(`Checked ${objects} objects, ${files} files and ${postFiles} files of posts.`);
  if (unknown > 0) say(`${unknown} unknown objects were ignored.`);
  say(found === 0 ? 'No differences.' : `Differences: ${found}. Repaired: ${repaired}.`);
  if (found > repaired && !isRepairing) say('Use --repair to repair them.');
  return found > repaired ? exitCodes.failed : exitCodes.done;
}

function readCheckOptions(args: readonly string[]): { repair: boolean; force: boolean } {
  const { values } = parseArgs({
    args: [...args],
    options: { repair: { type: 'boolean', default: false }, force: { type: 'boolean', default: false } },
  });
  if (values.force && !values.repair) throw new UsageError('--force requires --repair.');
  return values;
}

function lineOf(finding: Finding): string {
  const repaired = finding.isRepaired ? REPAIRED[finding.kind] : undefined;
  return `${finding.key}: ${wordsOf(finding)}${repaired === undefined ? '' : `; ${repaired}`}`;
}

function wordsOf(finding: Finding): string {
  switch (finding.kind) {
    case 'original-missing': {
      const uses = finding.usedIn.length === 0 ? 'not used anywhere' : `used in ${finding.usedIn.join(', ')}`;
      return `the content of ${JSON.stringify(finding.name)} is missing; ${uses}`;
    }
    case 'size-differs':
      return `${JSON.stringify(finding.name)} has ${finding.actual} bytes, expected ${finding.expected}`;
    case 'original-of-nothing':
      return 'no such file in the database';
    case 'size-of-nothing':
      return 'no such file in the database, or no such size in the settings';
    case 'upload-of-nothing':
      return 'left over from an unfinished upload';
    case 'post-file-of-nothing':
      return 'no such post in the database';
    case 'post-file-missing':
      return 'the file of this post is missing';
  }
}

const REPAIRED: Readonly<Partial<Record<Finding['kind'], string>>> = {
  'size-differs': 'the record was corrected',
  'original-of-nothing': 'removed',
  'size-of-nothing': 'removed',
  'upload-of-nothing': 'removed',
  'post-file-of-nothing': 'removed',
  'post-file-missing': 'the server will write it',
};

const mediaMove: Subcommand = {
  usage: `Usage: kawaraban media move --to STORAGE_URL
       kawaraban media move --from STORAGE_URL

Copies everything from the configured storage to another one while the server runs, until both are equal, and prints
the next step. With --from, after the switch: copies files that were added to the previous storage in the meantime.
The source is only read. You can stop the command and run it again to continue.

Options:
  --to STORAGE_URL    target, in the format of STORAGE_URL
  --from STORAGE_URL  source
  --help              show this help

Exit codes: 0 done, 1 a storage stopped responding, 2 invalid arguments, 78 invalid configuration or a storage that
does not respond at the start, 130 stopped.
`,
  run: async (args) => {
    const { option, url, other } = readMoveOptions(args);
    return runMedia(
      async ({ config, storage, clock, remarkStaticFile, signal, progress }) => {
        rejectOverlap(config.storage, other);
        await using opened = await openMediaStorage({ storage: other }, { clock, name: option });
        const direction =
          option === '--to'
            ? { source: storage, target: opened }
            : { source: opened, target: storage, remarkStaticFile };
        const report = await moveMedia({ ...direction, signal, onProgress: progress.show });
        signal.throwIfAborted();
        progress.end();
        sayMoveReport(report);
        say(option === '--to' ? nextSteps(url, other) : 'Now run: kawaraban media check');
        return exitCodes.done;
      },
      { onStopped: 'Stopped. Run the command again to continue.' },
    );
  },
};

function sayMoveReport({ objects, copied, bytes, passes, isSettled }: MoveReport): void {
  say(`Copied ${copied} objects, ${(bytes / 1e6).toFixed(1)} MB, in ${passes} passes over ${objects}.`);
  if (!isSettled) say('Files are still being added: copy the last ones with --from after the switch.');
}

function nextSteps(url: string, other: StorageTarget): string {
  return `Everything is in ${describeStorage(other).replace(/^The/, 'the')}. Now:
  1. set STORAGE_URL=${quoted(url)} and start the server again
  2. run kawaraban media move --from with the previous STORAGE_URL, to copy files added in the meantime
  3. run kawaraban media check`;
}

/** Quotes for a POSIX shell, where `&` and `?` are special. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function readMoveOptions(args: readonly string[]): { option: '--to' | '--from'; url: string; other: StorageTarget } {
  const { values } = parseArgs({ args: [...args], options: { to: { type: 'string' }, from: { type: 'string' } } });
  const { to, from } = values;
  const url = to ?? from;
  if (url === undefined || (to !== undefined && from !== undefined))
    throw new UsageError('Specify one storage, with --to or --from.');
  const option = to === undefined ? '--from' : '--to';
  const other = asStorage(url, process.cwd());
  if (!other) throw new UsageError(`${option} must be ${STORAGE_FORMS}.`);
  return { option, url, other };
}

/** Rejects nested storages, which would be copied into themselves endlessly. */
function rejectOverlap(configured: StorageTarget, other: StorageTarget): void {
  const one = placeOf(configured);
  const two = placeOf(other);
  if (one.startsWith(two) || two.startsWith(one))
    throw new UsageError('The storages are the same, or one is inside the other. Choose another one.');
}

function placeOf(target: StorageTarget): string {
  if (target.kind === 'disk') return `file:${target.folder.replace(/\/*$/, '/')}`;
  return `s3:${target.endpoint ?? ''} ${target.bucket}/${target.prefix}`;
}

const parts: Readonly<Record<string, Subcommand>> = { check: mediaCheck, move: mediaMove };

export const media: Subcommand = {
  usage: `Usage: kawaraban media <command>

Commands:
  check  compare the stored files with the database and repair differences
  move   copy the stored files to another storage

Options:
  --help  show this help, or the help of a command
`,
  parts,
  run: async ([name = '', ...args]) => {
    const subcommand = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (!subcommand) throw new UsageError('Use check or move.');
    return subcommand.run(args);
  },
};

export interface MediaWork extends LongWork {
  readonly config: Config;
  readonly database: Database;
  readonly storage: Storage;
  readonly clock: typeof systemClock;
  readonly remarkStaticFile: (path: string) => Promise<boolean>;
}

async function runMedia(
  work: (tools: MediaWork) => Promise<number>,
  options?: { readonly onStopped: string },
): Promise<number> {
  const clock = systemClock;
  const config = await loadConfig(process.env);
  await using database = await openMigrated(config);
  return await runLongWork(async (tools) => {
    await using storage = await openMediaStorage(config, { clock });
    const remark = (path: string) => remarkStaticFile(database.writer, { path, now: toInstant(clock.now()) });
    return await work({ ...tools, config, database, storage, clock, remarkStaticFile: remark });
  }, options);
}
