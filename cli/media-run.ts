import { type Config, loadConfig } from '#server/config.ts';
import type { Database } from '#server/database/connect.ts';
import { systemClock, toInstant } from '#server/platform/clock.ts';
import { openMigrated } from '#server/process/open-database.ts';
import { openMediaStorage } from '#server/process/open-storage.ts';
import { remarkStaticFile } from '#server/publishing/index.ts';
import type { Storage } from '#server/storage/index.ts';
import { type LongWork, runLongWork } from './long-work.ts';

export interface MediaWork extends LongWork {
  readonly config: Config;
  readonly database: Database;
  readonly storage: Storage;
  readonly clock: typeof systemClock;
  readonly remarkStaticFile: (path: string) => Promise<boolean>;
}

export async function runMedia(
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
