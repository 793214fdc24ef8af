import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import type { Config } from '../config.ts';
import type { Database } from '../database/connect.ts';
import { tryWrite } from '../database/write-transaction.ts';
import { PRIVATE_PREFIX } from '../media/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { WriteWatch } from '../platform/write-watch.ts';
import type { Storage } from '../storage/index.ts';

interface WatchTools {
  readonly database: Database;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
}

export function openWriteWatch(
  { dataDir, database: target, storage: stored }: Pick<Config, 'dataDir' | 'database' | 'storage'>,
  { database, storage, ...tools }: WatchTools,
): WriteWatch {
  const databaseFolder = target.engine === 'sqlite' ? dirname(target.path) : undefined;
  const filesFolder = stored.kind === 'disk' ? stored.folder : dataDir;
  const watch = new WriteWatch({
    ...tools,
    places: [
      { name: 'database', folder: databaseFolder, tryWrite: () => tryWrite(database) },
      { name: 'files', folder: filesFolder, tryWrite: () => tryStorage(storage) },
    ],
  });
  database.onQuery(({ error }) => watch.note(error));
  return watch;
}

async function tryStorage(storage: Storage): Promise<void> {
  const key = `${PRIVATE_PREFIX}write-probe-${randomUUID()}`;
  await storage.put(key, Buffer.alloc(65_536));
  await storage.delete(key);
}
