import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eachOf } from '../media/index.ts';
import { BackupError } from './backup-error.ts';
import { type Progress, WIDTH } from './copy-media.ts';
import { type Hashed, hashFile, isSame } from './hash-file.ts';
import { DATABASE, type Manifest, MEDIA, MEDIA_LIST, type MediaRecord, readMediaRecord, SECRET } from './manifest.ts';

/**
 * Verifies all checksums of a backup.
 * @throws {BackupError} when a file is missing or differs
 */
export async function verifyBackup(
  folder: string,
  manifest: Manifest,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (progress: Progress) => void },
): Promise<void> {
  await check(join(folder, DATABASE), manifest.database);
  await check(join(folder, MEDIA_LIST), manifest.media);
  if (manifest.secret === 'included') await checkThere(join(folder, SECRET));
  let done = 0;
  await eachOf(mediaRecords(folder), { width: WIDTH, signal }, async (record) => {
    await check(join(folder, MEDIA, record.key), record);
    done += 1;
    onProgress({ done, path: record.key });
  });
  signal.throwIfAborted();
  if (done !== manifest.media.files)
    throw new BackupError(`${MEDIA_LIST} names ${done} files in place of ${manifest.media.files}.`);
}

export async function* mediaRecords(folder: string): AsyncGenerator<MediaRecord> {
  const lines = createInterface({
    input: createReadStream(join(folder, MEDIA_LIST)),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  for await (const line of lines) yield readMediaRecord(line);
}

async function check(path: string, expected: Hashed): Promise<void> {
  await checkThere(path);
  if (!isSame(await hashFile(path), expected))
    throw new BackupError(`The backup is damaged: ${path} is not what was written.`);
}

async function checkThere(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile()) throw new BackupError(`The backup is not whole: ${path} is missing.`);
}
