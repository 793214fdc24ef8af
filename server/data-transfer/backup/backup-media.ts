import { createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../../database/connect.ts';
import type { FileRow } from '../../database/media-tables.ts';
import { eachOf, originalKey } from '../../media/index.ts';
import type { Storage } from '../../storage/index.ts';
import { hashing } from '../checksum.ts';
import { MEDIA, MEDIA_LIST, type MediaRecord } from './backup-manifest.ts';
import { listStoredFiles } from './stored-file.repository.ts';

export interface Progress {
  readonly done: number;
  readonly path: string;
}

export interface CopyMediaOptions {
  readonly storage: Storage;
  readonly db: Db;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

export interface CopiedMedia {
  readonly files: number;
  readonly bytesOfFiles: number;
  readonly missing: number;
  readonly missingKeys: readonly string[];
}

export const WIDTH = 4;
const BATCH = 200;
const MAX_NAMED = 10;

/** Copies the originals of all files. Derived sizes are made again. */
export async function copyMedia({ storage, db, folder, signal, onProgress }: CopyMediaOptions): Promise<CopiedMedia> {
  const list = await open(join(folder, MEDIA_LIST), 'wx');
  let [files, bytesOfFiles, missing] = [0, 0, 0];
  const missingKeys: string[] = [];
  try {
    await eachOf(storedFiles(db), { width: WIDTH, signal }, async (file) => {
      const key = originalKey(file);
      const copied = await copyOut(storage, key, join(folder, MEDIA, key));
      if (copied) {
        await list.appendFile(`${JSON.stringify(copied)}\n`);
        files += 1;
        bytesOfFiles += copied.bytes;
      } else if (file.status !== 'removed') {
        missing += 1;
        if (missingKeys.length < MAX_NAMED) missingKeys.push(key);
      }
      onProgress({ done: files, path: key });
    });
    signal.throwIfAborted();
    await list.sync();
  } finally {
    await list.close();
  }
  return { files, bytesOfFiles, missing, missingKeys };
}

async function* storedFiles(db: Db): AsyncGenerator<FileRow> {
  let after = '';
  for (;;) {
    const files = await listStoredFiles(db, { after, limit: BATCH });
    yield* files;
    const last = files.at(-1);
    if (!last) return;
    after = last.fileId;
  }
}

async function copyOut(storage: Storage, key: string, path: string): Promise<MediaRecord | undefined> {
  const found = await storage.get(key);
  if (!found) return undefined;
  await mkdir(dirname(path), { recursive: true });
  const hash = hashing();
  await pipeline(found.content, hash.through, createWriteStream(path, { flags: 'wx', flush: true }));
  return { key, ...hash.end() };
}
