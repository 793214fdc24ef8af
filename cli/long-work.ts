import { type CopyProgress, TransferError } from '#server/data-transfer/index.ts';
import { StorageUnavailable } from '#server/storage/index.ts';
import { createProgress, type Progress, printable } from './import-progress.ts';
import { exitCodes, say } from './subcommand.ts';

interface CopyingProgress extends Progress {
  showTable(progress: CopyProgress): void;
}

export interface LongWork {
  readonly progress: CopyingProgress;
  readonly signal: AbortSignal;
}

/** Shows progress, and turns stops and expected failures into messages and exit codes. */
export async function runLongWork(
  work: (tools: LongWork) => Promise<number>,
  { onStopped }: { readonly onStopped?: string } = {},
): Promise<number> {
  const progress = createCopyProgress();
  const stop = stopOnSignals('Stopping…');
  try {
    return await work({ progress, signal: stop.signal });
  } catch (error) {
    progress.end();
    if (stop.signal.aborted) {
      if (onStopped !== undefined) say(onStopped);
      return exitCodes.interrupted;
    }
    if (error instanceof StorageUnavailable) say(`The storage does not respond as expected: ${error.message}`);
    else if (error instanceof TransferError) say(printable(error.message));
    else throw error;
    return exitCodes.failed;
  } finally {
    progress.end();
    stop.dispose();
  }
}

const TERMINAL_MS = 100;
const LINES_MS = 2000;

/** Throttled, because terminals are slower than databases. */
function createCopyProgress(): CopyingProgress {
  const progress = createProgress(process.stderr);
  const everyMs = process.stderr.isTTY ? TERMINAL_MS : LINES_MS;
  let shownAt = performance.now();
  const show: Progress['show'] = (state) => {
    if (performance.now() - shownAt < everyMs) return;
    shownAt = performance.now();
    progress.show(state);
  };
  return {
    show,
    showTable: ({ table, step, done, total }) => show({ done, total, path: `${step} ${table}` }),
    end: () => progress.end(),
  };
}

export function stopOnSignals(message: string): { signal: AbortSignal; dispose(): void } {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
    say(`\n${message}`);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  return {
    signal: controller.signal,
    dispose: () => {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}
