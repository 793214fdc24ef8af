import { toInstant } from '../../platform/clock.ts';
import { Refusal } from '../../platform/errors.ts';
import { type Repeating, startRepeating } from '../../platform/start-repeating.ts';
import { uploadKey } from '../media-keys.ts';
import type { MediaTools } from '../media-tools.ts';
import { completeUpload } from './complete-upload.ts';
import { listWaiting } from './upload.repository.ts';

const EVERY_MS = 2000;
/** At most so many are looked for in one round. */
const AT_ONCE = 200;
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
  const waiting = await listWaiting(database.reader, { expiresAfter, limit: AT_ONCE });
  for (const { uploadId } of waiting) {
    if (signal?.aborted) return;
    if (await storage.head(uploadKey(uploadId))) await completeQuietly(tools, uploadId);
  }
}

/** Completes an upload for which nobody waits. */
export async function completeQuietly(tools: MediaTools, uploadId: string): Promise<void> {
  try {
    await completeUpload(tools, uploadId);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tools.log.info({ uploadId, reason: error.message }, 'upload refused');
  }
}
