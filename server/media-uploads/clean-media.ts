import { batchesOf, eachRow } from '../concurrency/each-of.ts';
import { type Repeating, startRepeating } from '../concurrency/start-repeating.ts';
import type { FileRow, FileUploadRow } from '../database/media-tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { imagePrefix, originalKey, PRIVATE_PREFIX } from '../media/media-keys.ts';
import type { MediaTools } from '../media/media-tools.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, toInstant } from '../platform/clock.ts';
import { tidyScratch } from '../platform/folders.ts';
import { listIfAllowed, type Storage } from '../storage/index.ts';
import {
  type CleaningBounds,
  deleteMarked,
  listOutdated,
  lockForRemoval,
  markForRemoval,
  type OutdatedStatus,
} from './cleaning.repository.ts';
import {
  deleteExpired,
  deleteNeverUploaded,
  listExpired,
  listInterrupted,
  listKnownUploads,
} from './upload.repository.ts';
import { dropReceived, uploadIdOf } from './upload-claim.ts';
import { completeQuietly } from './watch-uploads.ts';

const MAX_LOGGED = 20;
const ORPHAN_BATCH = 100;

export interface MediaKeeping {
  readonly reservedHours: number;
  readonly removedDays: number;
}

export type CleaningTools = MediaTools & { readonly keeping: MediaKeeping };

export interface Cleaned {
  readonly uploads: number;
  readonly reservedFiles: number;
  readonly removedFiles: number;
  readonly strayObjects: number;
}

/** Cleans hourly. Continues uploads of dead processes every minute, because a client may be waiting. */
export function startMediaCleaning(
  tools: CleaningTools,
  { resumeEveryMs = MINUTE_MS }: { readonly resumeEveryMs?: number } = {},
): Repeating {
  const { log } = tools;
  const clean = async (signal: AbortSignal) => {
    const cleaned = await cleanMedia(tools, signal);
    if (Object.values(cleaned).some((count) => count > 0)) log.info(cleaned, 'unused files deleted');
  };
  const failure = 'deleting unused files failed';
  const cleaning = startRepeating(clean, { everyMs: HOUR_MS, log, failure });
  const resuming = startRepeating((signal) => resumeUploads(tools, signal), {
    everyMs: resumeEveryMs,
    log,
    failure: 'resuming interrupted uploads failed',
  });
  return {
    stop: async () => {
      await Promise.all([cleaning.stop(), resuming.stop()]);
    },
  };
}

/** Objects are deleted before their record, so that none is left without a record. */
export async function cleanMedia(tools: CleaningTools, signal?: AbortSignal): Promise<Cleaned> {
  await resumeUploads(tools, signal);
  await tidyTemporaryFiles(tools);
  const cleaning = { ...tools, signal, tryTo: loggingFailures(tools) };
  return {
    uploads: await dropExpiredUploads(cleaning),
    reservedFiles: await dropFiles(cleaning, 'reserved'),
    removedFiles: await dropFiles(cleaning, 'removed'),
    strayObjects: await deleteOrphanObjects(cleaning),
  };
}

type Cleaning = CleaningTools & {
  readonly signal: AbortSignal | undefined;
  readonly tryTo: (drop: () => Promise<void>, what: object) => Promise<boolean>;
};

function loggingFailures({ log }: CleaningTools): Cleaning['tryTo'] {
  let failures = 0;
  return async (drop, what) => {
    try {
      await drop();
      return true;
    } catch (error) {
      failures += 1;
      const reason = error instanceof Error ? error.message : String(error);
      if (failures <= MAX_LOGGED) log.warn({ ...what, reason }, 'deleting unused file failed');
      return false;
    }
  };
}

/** Files still being written are younger than an hour. */
async function tidyTemporaryFiles({ storage, scratchDir, clock }: CleaningTools): Promise<void> {
  const before = new Date(clock.now().getTime() - HOUR_MS);
  await storage.tidy?.(before);
  await tidyScratch(scratchDir, before);
}

async function resumeUploads(tools: CleaningTools, signal?: AbortSignal): Promise<void> {
  const { database } = tools;
  const now = toInstant(tools.clock.now());
  const listPage = (last: FileUploadRow | undefined, limit: number) =>
    listInterrupted(database.reader, { now, after: last?.uploadId ?? '', limit });
  for await (const { uploadId } of eachRow(listPage, signal)) await completeQuietly(tools, uploadId);
}

async function dropExpiredUploads({ database, storage, clock, signal, tryTo }: Cleaning): Promise<number> {
  const now = clock.now();
  const bounds = { now: toInstant(now), expiredBefore: toInstant(new Date(now.getTime() - DAY_MS)) };
  const listPage = (after: FileUploadRow | undefined, limit: number) =>
    listExpired(database.writer, { ...bounds, after, limit });
  let dropped = 0;
  const drop = async (upload: FileUploadRow) => {
    await dropReceived(storage, upload.uploadId);
    const isOurs = await writeTransaction(database.writer, async (trx) => {
      await lockForRemoval(trx, upload);
      const isDeleted = await deleteExpired(trx, upload);
      await deleteNeverUploaded(trx, upload.fileId);
      return isDeleted;
    });
    if (isOurs) dropped += 1;
  };
  for await (const upload of eachRow(listPage, signal)) await tryTo(() => drop(upload), { uploadId: upload.uploadId });
  return dropped;
}

async function dropFiles(cleaning: Cleaning, status: OutdatedStatus): Promise<number> {
  const { database, storage, clock, keeping, signal, tryTo } = cleaning;
  const now = clock.now();
  const bounds: CleaningBounds = {
    now: toInstant(now),
    reservedBefore: toInstant(new Date(now.getTime() - keeping.reservedHours * HOUR_MS)),
    removedBefore: toInstant(new Date(now.getTime() - keeping.removedDays * DAY_MS)),
  };
  let dropped = 0;
  const drop = async (file: FileRow) => {
    if (!(await writeTransaction(database.writer, (trx) => markForRemoval(trx, { ...file, status }, bounds)))) return;
    await dropObjects(storage, file);
    if (await writeTransaction(database.writer, (trx) => deleteMarked(trx, file))) dropped += 1;
  };
  const listPage = (after: FileRow | undefined, limit: number) =>
    listOutdated(database.reader, { status, bounds, after, limit });
  for await (const file of eachRow(listPage, signal))
    await tryTo(() => drop(file), { serviceId: file.serviceId, fileId: file.fileId });
  return dropped;
}

async function dropObjects(storage: Storage, file: FileRow): Promise<void> {
  await storage.delete(originalKey(file));
  if (file.fileType !== 'image') return;
  for await (const { key } of listIfAllowed(storage, imagePrefix(file))) await storage.delete(key);
}

/**
 * Upload records are written before the first byte and kept until the object is in place, so unknown objects are safe
 * to delete.
 */
async function deleteOrphanObjects({ database, storage, signal, tryTo }: Cleaning): Promise<number> {
  let dropped = 0;
  for await (const objects of batchesOf(listIfAllowed(storage, PRIVATE_PREFIX), ORPHAN_BATCH)) {
    if (signal?.aborted) break;
    const found = objects.flatMap(({ key }) => {
      const uploadId = uploadIdOf(key);
      return uploadId === undefined ? [] : [{ key, uploadId }];
    });
    const known = await listKnownUploads(
      database.writer,
      found.map(({ uploadId }) => uploadId),
    );
    for (const { key, uploadId } of found) {
      if (!known.has(uploadId) && (await tryTo(() => storage.delete(key), { key }))) dropped += 1;
    }
  }
  return dropped;
}
