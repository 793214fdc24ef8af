import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { eachOf } from '../media/index.ts';
import type { Storage } from '../storage/index.ts';
import { BackupError } from './backup-error.ts';
import { type Progress, WIDTH } from './copy-media.ts';
import { hashOf, isSame } from './hash-file.ts';
import { MEDIA, type MediaRecord } from './manifest.ts';
import { mediaRecords } from './verify-backup.ts';

export interface RestoreMediaOptions {
  readonly storage: Storage;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** Stores the files of a backup that are missing or different, and verifies them. Returns their number. */
export async function restoreMedia({ storage, folder, signal, onProgress }: RestoreMediaOptions): Promise<number> {
  let done = 0;
  await eachOf(mediaRecords(folder), { width: WIDTH, signal }, async (record) => {
    if (!(await isThere(storage, record))) {
      await storage.put(record.key, createReadStream(join(folder, MEDIA, record.key)));
      if (!(await isThere(storage, record)))
        throw new BackupError(`The storage did not keep ${record.key} as it was given.`);
    }
    done += 1;
    onProgress({ done, path: record.key });
  });
  signal.throwIfAborted();
  return done;
}

async function isThere(storage: Storage, record: MediaRecord): Promise<boolean> {
  const found = await storage.get(record.key);
  if (!found) return false;
  if (found.size !== record.bytes) {
    found.content.destroy();
    return false;
  }
  return isSame(await hashOf(found.content), record);
}
