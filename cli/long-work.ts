import { TransferError } from '#server/data-transfer/index.ts';
import { StorageUnavailable } from '#server/storage/index.ts';
import { createCopyProgress } from './copy-progress.ts';
import { printable } from './import-progress.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { exitCodes, say } from './verb.ts';

interface LongWork {
  readonly progress: ReturnType<typeof createCopyProgress>;
  readonly signal: AbortSignal;
}

export async function runLongWork(
  work: (tools: LongWork) => Promise<number>,
  { onStopped }: { readonly onStopped: string },
): Promise<number> {
  const progress = createCopyProgress();
  const stop = stopOnSignals('Stopping …');
  try {
    return await work({ progress, signal: stop.signal });
  } catch (error) {
    progress.end();
    if (stop.signal.aborted) {
      say(onStopped);
      return exitCodes.interrupted;
    }
    if (error instanceof StorageUnavailable) say(`The storage does not answer as it should: ${error.message}`);
    else if (error instanceof TransferError) say(printable(error.message));
    else throw error;
    return exitCodes.failed;
  } finally {
    progress.end();
    stop.dispose();
  }
}
