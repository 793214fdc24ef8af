import { eachRow } from '../concurrency/each-of.ts';
import { type Repeating, startRepeating } from '../concurrency/start-repeating.ts';
import type { FileUploadRow } from '../database/media-tables.ts';
import { HttpError } from '../http/errors.ts';
import { uploadKey } from '../media/media-keys.ts';
import type { MediaTools } from '../media/media-tools.ts';
import { toInstant } from '../platform/clock.ts';
import { completeUpload } from './complete-upload.ts';
import { listWaiting } from './upload.repository.ts';

const EVERY_MS = 2000;
const LONGEST_MS = 6 * 60 * 60_000;
/** Older uploads are checked only every `ROUNDS_PER_THOROUGH_CHECK` rounds. */
const RECENT_MS = 10 * 60_000;
const ROUNDS_PER_THOROUGH_CHECK = 30;

/**
 * Clients may not call the completion endpoint after a direct upload. Several processes may run it. Returns undefined
 * when the storage takes no direct uploads.
 */
export function startUploadWatch(tools: MediaTools): Repeating | undefined {
  if (!tools.storage.presignPut) return undefined;
  let round = 0;
  const check = async (signal: AbortSignal) => {
    await completeArrived(tools, { isThorough: round % ROUNDS_PER_THOROUGH_CHECK === 0, signal });
    round += 1;
  };
  return startRepeating(check, { everyMs: EVERY_MS, log: tools.log, failure: 'checking for completed uploads failed' });
}

export async function completeArrived(
  tools: MediaTools,
  { isThorough, signal }: { readonly isThorough: boolean; readonly signal?: AbortSignal },
): Promise<void> {
  const { database, clock, storage } = tools;
  const longest = isThorough ? LONGEST_MS : RECENT_MS;
  const expiresAfter = toInstant(new Date(clock.now().getTime() - longest));
  const listPage = (before: FileUploadRow | undefined, limit: number) =>
    listWaiting(database.reader, { expiresAfter, before, limit });
  for await (const { uploadId } of eachRow(listPage, signal))
    if (await storage.head(uploadKey(uploadId))) await completeQuietly(tools, uploadId);
}

export async function completeQuietly(tools: MediaTools, uploadId: string): Promise<void> {
  try {
    await completeUpload(tools, uploadId);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof HttpError) tools.log.info({ uploadId, reason }, 'upload rejected');
    else tools.log.warn({ uploadId, reason }, 'completing upload failed');
  }
}
