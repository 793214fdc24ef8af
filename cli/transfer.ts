import { TransferError, type TransferProgress, type TransferReport } from '#server/data-transfer/index.ts';
import { createProgress, printable } from './import-progress.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { say } from './verb.ts';

interface TransferCallbacks {
  readonly onProgress: (progress: TransferProgress) => void;
  readonly signal: AbortSignal;
}

const EVERY_MS = 100;

export async function runTransfer<Result>(
  transfer: (callbacks: TransferCallbacks) => Promise<Result>,
): Promise<Result | 'refused' | 'stopped'> {
  const progress = createProgress(process.stderr);
  let notifiedAt = performance.now();
  const onProgress = (state: TransferProgress) => {
    // Throttled, because terminals are slower than the database.
    if (performance.now() - notifiedAt < EVERY_MS) return;
    notifiedAt = performance.now();
    progress.show(state);
  };
  const stop = stopOnSignals('Stopping …');
  try {
    return await transfer({ onProgress, signal: stop.signal });
  } catch (error) {
    progress.end();
    if (error instanceof TransferError) {
      say(printable(error.message));
      return 'refused';
    }
    if (!stop.signal.aborted) throw error;
    return 'stopped';
  } finally {
    progress.end();
    stop.dispose();
  }
}

export function sayCounts(report: TransferReport): void {
  say(report.map(({ name, records }) => `${name}: ${records}`).join(', '));
}
