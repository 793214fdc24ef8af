import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { messages } from '#contract/errors.ts';
import { badRequest, conflict, HttpError } from '../http/errors.ts';
import { uploadKey } from '../media/media-keys.ts';
import type { MediaTools } from '../media/media-tools.ts';
import { updateClaimed } from './upload.repository.ts';
import { allowRetry, type ClaimedUpload, withLease } from './upload-claim.ts';

interface Timeouts {
  readonly idleMs: number;
  /** Minimum average rate, enforced after `graceMs` of waiting. */
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

const TIMEOUT: Timeouts = { idleMs: 30_000, graceMs: 60_000, bytesPerSecond: 8 * 1024 };

/**
 * After a failure nothing is stored and the upload can be retried.
 * @throws {HttpError} 400, 408, 409 or 413
 */
export async function receiveUpload(
  tools: Pick<MediaTools, 'database' | 'storage' | 'clock' | 'log'>,
  upload: ClaimedUpload,
  body: Readable,
  timeouts: Partial<Timeouts> = {},
): Promise<void> {
  const hash = createHash('sha256');
  // Prevents an uncaught error before the body is read. The reader gets the same error.
  body.on('error', () => {});
  try {
    await withLease(tools, upload, () =>
      tools.storage.put(
        uploadKey(upload.uploadId),
        metered(body, { ...TIMEOUT, ...timeouts, size: upload.size, hash }),
      ),
    );
  } catch (error) {
    await allowRetry(tools, upload);
    throw error;
  }
  const received = { state: 'received', claim: null, claimedUntil: null, digest: hash.digest('hex') };
  if (!(await updateClaimed(tools.database.writer, upload, received))) throw conflict(messages.uploadOver);
}

async function* metered(
  body: Readable,
  { size, hash, ...timeouts }: Timeouts & { readonly size: number; readonly hash: Hash },
): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of withTimeouts(body, timeouts)) {
    received += chunk.length;
    if (received > size) throw new HttpError(413, { message: messages.payloadTooLarge });
    hash.update(chunk);
    yield chunk;
  }
  if (received < size) throw badRequest(messages.uploadIncomplete);
}

/** Time spent by the consumer does not count. The stream stays open for the response. */
async function* withTimeouts(
  body: Readable,
  { idleMs, graceMs, bytesPerSecond }: Timeouts,
): AsyncGenerator<Uint8Array> {
  const chunks = body.iterator({ destroyOnReturn: false });
  let received = 0;
  let waitedMs = 0;
  while (true) {
    const waitStartedAt = performance.now();
    const next = await nextOf(chunks, idleMs);
    if (next.done) return;
    waitedMs += performance.now() - waitStartedAt;
    received += next.value.length;
    const isSlow = waitedMs > graceMs && received < (waitedMs / 1000) * bytesPerSecond;
    if (isSlow) throw tooSlow();
    yield next.value;
  }
}

async function nextOf(chunks: AsyncIterator<Uint8Array>, idleMs: number): Promise<IteratorResult<Uint8Array>> {
  const idle = Promise.withResolvers<never>();
  const timer = setTimeout(() => idle.reject(tooSlow()), idleMs);
  try {
    return await Promise.race([chunks.next(), idle.promise]);
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw badRequest(messages.uploadIncomplete);
  } finally {
    clearTimeout(timer);
  }
}

function tooSlow(): HttpError {
  return new HttpError(408, { message: messages.uploadIncomplete });
}
