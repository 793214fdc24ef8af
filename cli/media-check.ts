import { parseArgs } from 'node:util';
import { type CheckReport, checkMedia, type Finding } from '#server/media-check/index.ts';
import { noteFilesChanged } from '#server/publishing/index.ts';
import { printable } from './import-progress.ts';
import { runMedia } from './media-run.ts';
import { exitCodes, say, UsageError, type Verb } from './verb.ts';

export const mediaCheck: Verb = {
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
    const { repair: isRepairing, force: isForced } = readOptions(args);
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
      return sayReport(report, isRepairing);
    });
  },
};

function sayReport(report: CheckReport, isRepairing: boolean): number {
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

function readOptions(args: readonly string[]): { repair: boolean; force: boolean } {
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
