import { createReadStream } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eachOf } from '../../concurrency/each-of.ts';
import type { Db } from '../../database/connect.ts';
import { originalKey } from '../../media/index.ts';
import type { Storage } from '../../storage/index.ts';
import { type Checksum, checksumOf, checksumOfFile, isSameChecksum, writeWithChecksum } from '../checksum.ts';
import { TransferError } from '../transfer-error.ts';
import { uploadedFiles } from '../uploaded-file.repository.ts';
import { MEDIA, MEDIA_LIST, type MediaRecord, readMediaRecord } from './backup-manifest.ts';

export interface FileProgress {
  readonly done: number;
  readonly path: string;
}

interface MediaOptions {
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: FileProgress) => void;
}

export interface CopiedMedia {
  readonly files: number;
  readonly bytesOfFiles: number;
  readonly missing: number;
  readonly missingKeys: readonly string[];
}

const WIDTH = 4;
const MAX_NAMED = 10;

/** Omits derived sizes, which are made again. */
export async function backUpMedia(
  storage: Storage,
  db: Db,
  { folder, signal, onProgress }: MediaOptions,
): Promise<CopiedMedia> {
  await using list = await open(join(folder, MEDIA_LIST), 'wx');
  let files = 0;
  let bytesOfFiles = 0;
  let missing = 0;
  const missingKeys: string[] = [];
  await eachOf(uploadedFiles(db), { width: WIDTH, signal }, async (file) => {
    const key = originalKey(file);
    const stored = await storage.get(key);
    if (stored) {
      const checksum = await writeWithChecksum(stored.content, join(folder, MEDIA, key), { flush: true });
      await list.appendFile(`${JSON.stringify({ key, ...checksum })}\n`);
      files += 1;
      bytesOfFiles += checksum.bytes;
    } else if (file.status !== 'removed') {
      missing += 1;
      if (missingKeys.length < MAX_NAMED) missingKeys.push(key);
    }
    onProgress({ done: files, path: key });
  });
  signal.throwIfAborted();
  await list.sync();
  return { files, bytesOfFiles, missing, missingKeys };
}

export async function restoreMedia(storage: Storage, options: MediaOptions): Promise<number> {
  return eachRecord(options, async (record) => {
    if (await isStored(storage, record)) return;
    await storage.put(record.key, createReadStream(join(options.folder, MEDIA, record.key)));
    if (!(await isStored(storage, record))) throw new TransferError(`The storage changed ${record.key}.`);
  });
}

async function isStored(storage: Storage, record: MediaRecord): Promise<boolean> {
  const stored = await storage.get(record.key);
  if (!stored) return false;
  if (stored.size !== record.bytes) {
    stored.content.destroy();
    return false;
  }
  return isSameChecksum(await checksumOf(stored.content), record);
}

export async function verifyMedia(options: MediaOptions): Promise<number> {
  return eachRecord(options, (record) => verifyFile(join(options.folder, MEDIA, record.key), record));
}

export async function verifyFile(path: string, expected: Checksum): Promise<void> {
  await rejectMissing(path);
  if (!isSameChecksum(await checksumOfFile(path), expected))
    throw new TransferError(`The backup is damaged: ${path} has changed.`);
}

export async function rejectMissing(path: string): Promise<void> {
  const info = await lstat(path).catch(() => undefined);
  if (!info?.isFile()) throw new TransferError(`The backup is incomplete: ${path} is missing.`);
}

async function eachRecord(
  { folder, signal, onProgress }: MediaOptions,
  work: (record: MediaRecord) => Promise<void>,
): Promise<number> {
  let done = 0;
  await eachOf(mediaRecords(folder), { width: WIDTH, signal }, async (record) => {
    await work(record);
    done += 1;
    onProgress({ done, path: record.key });
  });
  signal.throwIfAborted();
  return done;
}

async function* mediaRecords(folder: string): AsyncGenerator<MediaRecord> {
  const input = createReadStream(join(folder, MEDIA_LIST));
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) yield readMediaRecord(line);
}
