import { parseArgs } from 'node:util';
import { asStorage, STORAGE_FORMS } from '#server/config/storage.ts';
import { type MoveReport, moveMedia } from '#server/media-check/index.ts';
import { describeStorage, openMediaStorage } from '#server/process/open-storage.ts';
import type { StorageTarget } from '#server/storage/index.ts';
import { runMedia } from './media-run.ts';
import { exitCodes, say, UsageError, type Verb } from './verb.ts';

export const mediaMove: Verb = {
  usage: `Usage: kawaraban media move --to STORAGE_URL
       kawaraban media move --from STORAGE_URL

Copies everything from the configured storage to another one while the server runs, until both are equal, and prints
the next step. With --from, after the switch: copies files that were added late to the storage used before.
The source is only read. You can stop the command and run it again to continue.

Options:
  --to STORAGE_URL    target, in the format of STORAGE_URL
  --from STORAGE_URL  source
  --help              show this help

Exit codes: 0 done, 1 a storage stopped responding, 2 invalid arguments, 78 invalid configuration or a storage that
does not respond at the start, 130 stopped.
`,
  run: async (args) => {
    const { option, url, other } = readOptions(args);
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
        sayReport(report);
        say(option === '--to' ? nextSteps(url, other) : 'Now run: kawaraban media check');
        return exitCodes.done;
      },
      { onStopped: 'Stopped. Run the command again to continue.' },
    );
  },
};

function sayReport({ objects, copied, bytes, passes, isSettled }: MoveReport): void {
  say(`Copied ${copied} objects, ${(bytes / 1e6).toFixed(1)} MB, in ${passes} passes over ${objects}.`);
  if (!isSettled) say('The site keeps changing: copy the last changes with --from after the switch.');
}

function nextSteps(url: string, other: StorageTarget): string {
  return `Everything is in ${describeStorage(other).replace(/^The/, 'the')}. Now:
  1. set STORAGE_URL=${quoted(url)} and start the server again
  2. kawaraban media move --from with the value that STORAGE_URL had before, for what came in between
  3. kawaraban media check`;
}

/** Quotes for a POSIX shell, where `&` and `?` are special. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function readOptions(args: readonly string[]): { option: '--to' | '--from'; url: string; other: StorageTarget } {
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
