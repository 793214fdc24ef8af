import { setImmediate } from 'node:timers/promises';
import type { FileRow, FileUploadRow } from '../../database/media-tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { toInstant } from '../../platform/clock.ts';
import { type Repeating, startRepeating } from '../../platform/start-repeating.ts';
import type { Storage } from '../../storage/index.ts';
import { imagePrefix, originalKey, PRIVATE_PREFIX } from '../media-keys.ts';
import type { MediaTools } from '../media-tools.ts';
import { tidyScratch } from '../scratch.ts';
import {
  type CleaningBounds,
  deleteMarked,
  listOutdated,
  markForRemoval,
  type OutdatedStatus,
} from './cleaning.repository.ts';
import { dropReceived, uploadIdOf } from './received-object.ts';
import { deleteNeverUploaded, deleteOver, listKnownUploads, listLeftBehind, listOver } from './upload.repository.ts';
import { completeQuietly } from './watch-uploads.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const BATCH = 100;

/** How long what nothing holds is kept. */
export interface MediaKeeping {
  /** Files that were uploaded and that no saved post took. */
  readonly reservedHours: number;
  /** Files that were removed. */
  readonly removedDays: number;
}

export type CleaningTools = MediaTools & { readonly keeping: MediaKeeping };

export interface Cleaned {
  readonly uploads: number;
  readonly reservedFiles: number;
  readonly removedFiles: number;
  /** Bytes that had come and that nothing knows of. */
  readonly strayObjects: number;
}

/** Takes away files that nothing holds and what uploads left behind: now, and once an hour from now on. */
export function startMediaCleaning(tools: CleaningTools): Repeating {
  const { log } = tools;
  const clean = async (signal: AbortSignal) => {
    const cleaned = await cleanMedia(tools, signal);
    if (Object.values(cleaned).some((count) => count > 0)) log.info(cleaned, 'files that nothing holds taken away');
  };
  const failure = 'files that nothing holds could not be taken away';
  return startRepeating(clean, { everyMs: HOUR_MS, log, failure });
}

/**
 * Goes on with what a process that died had in hand, and takes away what came to nothing. Bytes go before the record
 * of them does, so that nothing is left that nobody knows of.
 */
export async function cleanMedia(tools: CleaningTools, signal?: AbortSignal): Promise<Cleaned> {
  await takeUp(tools, signal);
  await tidyUp(tools);
  return {
    uploads: await dropUploadsThatAreOver(tools, signal),
    reservedFiles: await dropFiles(tools, 'reserved', signal),
    removedFiles: await dropFiles(tools, 'removed', signal),
    strayObjects: await dropStrayObjects(tools, signal),
  };
}

/** What a process that died had begun to write. Whatever is being written is younger than that. */
async function tidyUp({ storage, scratchDir, clock }: CleaningTools): Promise<void> {
  const before = new Date(clock.now().getTime() - HOUR_MS);
  await storage.tidy?.(before);
  await tidyScratch(scratchDir, before);
}

async function takeUp(tools: CleaningTools, signal?: AbortSignal): Promise<void> {
  const { database, log } = tools;
  const now = toInstant(tools.clock.now());
  await inBatches(signal, async (last: FileUploadRow | undefined) => {
    const left = await listLeftBehind(database.reader, { now, after: last?.uploadId ?? '', limit: BATCH });
    for (const { uploadId } of left) {
      if (signal?.aborted) break;
      await completeQuietly(tools, uploadId).catch((error) =>
        log.warn({ uploadId, reason: error.message }, 'upload could not be taken up'),
      );
    }
    return left;
  });
}

async function dropUploadsThatAreOver({ database, storage, clock }: CleaningTools, signal?: AbortSignal) {
  const now = clock.now();
  const over = { now: toInstant(now), expiredBefore: toInstant(new Date(now.getTime() - DAY_MS)), limit: BATCH };
  return inBatches(signal, async () => {
    const uploads = await listOver(database.writer, over);
    for (const upload of uploads) {
      await dropReceived(storage, upload.uploadId);
      await writeTransaction(database.writer, async (trx) => {
        await deleteOver(trx, upload);
        await deleteNeverUploaded(trx, upload.fileId);
      });
    }
    return uploads;
  });
}

async function dropFiles(tools: CleaningTools, status: OutdatedStatus, signal?: AbortSignal): Promise<number> {
  const { database, storage, clock, keeping } = tools;
  const now = clock.now();
  const bounds: CleaningBounds = {
    now: toInstant(now),
    reservedBefore: toInstant(new Date(now.getTime() - keeping.reservedHours * HOUR_MS)),
    removedBefore: toInstant(new Date(now.getTime() - keeping.removedDays * DAY_MS)),
  };
  let dropped = 0;
  await inBatches(signal, async (after: FileRow | undefined) => {
    const files = await listOutdated(database.reader, { status, bounds, after, limit: BATCH });
    for (const file of files) {
      if (signal?.aborted || !(await markForRemoval(database.writer, { ...file, status }, bounds))) continue;
      await dropObjects(storage, file);
      await deleteMarked(database.writer, file.fileId);
      dropped += 1;
    }
    return files;
  });
  return dropped;
}

async function dropObjects(storage: Storage, file: FileRow): Promise<void> {
  await storage.delete(originalKey(file));
  if (file.fileType !== 'image') return;
  for await (const { key } of storage.list(imagePrefix(file))) await storage.delete(key);
}

/** The record of an upload is there before any byte of it, and until all of it is in its place. */
async function dropStrayObjects({ database, storage }: CleaningTools, signal?: AbortSignal): Promise<number> {
  let dropped = 0;
  let keys: string[] = [];
  const dropStrays = async () => {
    const known = await listKnownUploads(
      database.writer,
      keys.flatMap((key) => uploadIdOf(key) ?? []),
    );
    for (const key of keys) {
      const uploadId = uploadIdOf(key);
      if (uploadId === undefined || known.has(uploadId)) continue;
      await storage.delete(key);
      dropped += 1;
    }
    keys = [];
  };
  for await (const { key } of storage.list(PRIVATE_PREFIX)) {
    if (signal?.aborted) break;
    if (keys.push(key) === BATCH) await dropStrays();
  }
  await dropStrays();
  return dropped;
}

/** Does something with one batch after another, the last of each leading to the next; answers how many there were. */
async function inBatches<Row>(
  signal: AbortSignal | undefined,
  handle: (last: Row | undefined) => Promise<readonly Row[]>,
): Promise<number> {
  let count = 0;
  let last: Row | undefined;
  while (!signal?.aborted) {
    const rows = await handle(last);
    count += rows.length;
    last = rows.at(-1);
    if (rows.length < BATCH) break;
    // SQLite answers without a pause, and requests wait.
    await setImmediate();
  }
  return count;
}
