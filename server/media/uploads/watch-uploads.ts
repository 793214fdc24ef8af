import type { FileUploadRow } from '../../database/media-tables.ts';
import { toInstant } from '../../platform/clock.ts';
import { Refusal } from '../../platform/errors.ts';
import { type Repeating, startRepeating } from '../../platform/start-repeating.ts';
import { uploadKey } from '../media-keys.ts';
import type { MediaTools } from '../media-tools.ts';
import { completeUpload } from './complete-upload.ts';
import { BATCH, inBatches } from './in-batches.ts';
import { listWaiting } from './upload.repository.ts';

const EVERY_MS = 2000;
/** An upload that began in time may take so long to come. */
const LONGEST_MS = 6 * 60 * 60_000;
/** What has not come soon is looked for less often. */
const SOON_MS = 10 * 60_000;
const SELDOM_ROUNDS = 30;

/**
 * Looks for what has been put at the storage without a word, which clients do that know of no completing. The storage
 * is asked while something is on its way; any number of processes may.
 */
export function startUploadWatch(tools: MediaTools): Repeating | undefined {
  if (!tools.storage.presignPut) return undefined;
  let round = 0;
  const look = async (signal: AbortSignal) => {
    await completeArrived(tools, { isThorough: round % SELDOM_ROUNDS === 0, signal });
    round += 1;
  };
  return startRepeating(look, { everyMs: EVERY_MS, log: tools.log, failure: 'uploads could not be looked for' });
}

/** Completes what has come; thorough, it also looks for what should have come long ago. */
export async function completeArrived(
  tools: MediaTools,
  { isThorough, signal }: { readonly isThorough: boolean; readonly signal?: AbortSignal },
): Promise<void> {
  const { database, clock, storage } = tools;
  const longest = isThorough ? LONGEST_MS : SOON_MS;
  const expiresAfter = toInstant(new Date(clock.now().getTime() - longest));
  await inBatches(signal, async (before: FileUploadRow | undefined) => {
    const waiting = await listWaiting(database.reader, { expiresAfter, before, limit: BATCH });
    for (const { uploadId } of waiting) {
      if (signal?.aborted) break;
      if (await storage.head(uploadKey(uploadId))) await completeQuietly(tools, uploadId);
    }
    return waiting;
  });
}

/** Completes an upload for which nobody waits. Others are not to wait for one that cannot be. */
export async function completeQuietly(tools: MediaTools, uploadId: string): Promise<void> {
  try {
    await completeUpload(tools, uploadId);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof Refusal) tools.log.info({ uploadId, reason }, 'upload refused');
    else tools.log.warn({ uploadId, reason }, 'upload could not be completed');
  }
}
