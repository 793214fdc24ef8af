import { type Config, loadConfig } from '#server/config.ts';
import type { Database } from '#server/database/connect.ts';
import { systemClock, toInstant } from '#server/platform/clock.ts';
import { openMigrated } from '#server/process/open-database.ts';
import { openMediaStorage } from '#server/process/open-storage.ts';
import { remarkStaticFile } from '#server/publishing/index.ts';
import { type Storage, StorageUnavailable } from '#server/storage/index.ts';
import { createProgress } from './import-progress.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { say } from './verb.ts';

export interface MediaWork {
  readonly config: Config;
  readonly database: Database;
  readonly storage: Storage;
  readonly clock: typeof systemClock;
  readonly remarkStaticFile: (path: string) => Promise<boolean>;
  readonly signal: AbortSignal;
  readonly onProgress: (state: { done: number; path: string }) => void;
  readonly tell: (line: string) => void;
}

const EVERY_MS = 100;

export async function runMedia<Result>(
  work: (tools: MediaWork) => Promise<Result>,
): Promise<Result | 'stopped' | 'refused'> {
  const config = await loadConfig(process.env);
  const database = await openMigrated(config);
  const stop = stopOnSignals('Stopping …');
  const progress = createProgress(process.stderr);
  let notifiedAt = performance.now();
  try {
    const storage = await openMediaStorage(config, { clock: systemClock });
    try {
      const result = await work({
        config,
        database,
        storage,
        clock: systemClock,
        remarkStaticFile: (path) => remarkStaticFile(database.writer, { path, now: toInstant(systemClock.now()) }),
        signal: stop.signal,
        onProgress: (state) => {
          // Throttled, because terminals are slower than the storage.
          if (performance.now() - notifiedAt < EVERY_MS) return;
          notifiedAt = performance.now();
          progress.show(state);
        },
        tell: (line) => {
          progress.end();
          process.stdout.write(`${line}\n`);
        },
      });
      return stop.signal.aborted ? 'stopped' : result;
    } finally {
      await storage.close();
    }
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    progress.end();
    say(`The storage does not answer as it should: ${error.message}`);
    return 'refused';
  } finally {
    progress.end();
    stop.dispose();
    await database.close();
  }
}
