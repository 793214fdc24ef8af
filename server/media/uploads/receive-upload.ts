import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { messages } from '#contract/errors.ts';
import { Refusal } from '../../platform/errors.ts';
import { uploadKey } from '../media-keys.ts';
import type { MediaTools } from '../media-tools.ts';
import { updateClaimed } from './upload.repository.ts';
import { allowRetry, type ClaimedUpload, whileClaimed } from './upload-claim.ts';

/** How long we wait for a body. */
interface Patience {
  /** One from which nothing has come for so long is over. */
  readonly idleMs: number;
  /** So is one that has come more slowly than this, seen from its beginning, once we have waited so long for it. */
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

const PATIENCE: Patience = { idleMs: 30_000, graceMs: 60_000, bytesPerSecond: 8 * 1024 };

/**
 * Takes in the bytes of an upload as they come: no more than were announced, and no fewer. Whatever goes wrong leaves
 * nothing in the storage, and the upload may be tried again.
 * @throws {Refusal}
 */
export async function receiveUpload(
  tools: Pick<MediaTools, 'database' | 'storage' | 'clock' | 'log'>,
  upload: ClaimedUpload,
  body: Readable,
  patience: Partial<Patience> = {},
): Promise<void> {
  const hash = createHash('sha256');
  // What breaks before anybody reads it is met by whoever reads it.
  body.on('error', () => {});
  try {
    await whileClaimed(tools, upload, () =>
      tools.storage.put(
        uploadKey(upload.uploadId),
        metered(body, { ...PATIENCE, ...patience, size: upload.size, hash }),
      ),
    );
  } catch (error) {
    await allowRetry(tools, upload);
    throw error;
  }
  const received = { state: 'received', claim: null, claimedUntil: null, digest: hash.digest('hex') };
  if (!(await updateClaimed(tools.database.writer, upload, received)))
    throw new Refusal(409, { message: messages.uploadOver });
}

/** The bytes of a body, which is ended where it becomes too long, or is not worth waiting for. */
async function* metered(
  body: Readable,
  { size, hash, ...patience }: Patience & { readonly size: number; readonly hash: Hash },
): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of patiently(body, patience)) {
    received += chunk.length;
    if (received > size) throw new Refusal(413, { message: messages.payloadTooLarge });
    hash.update(chunk);
    yield chunk;
  }
  if (received < size) throw new Refusal(400, { message: messages.uploadIncomplete });
}

/**
 * What comes of a stream, for as long as enough does. It is left open, so that an answer can still be sent. The time
 * that the bytes take with us is not held against whoever sends them.
 */
async function* patiently(body: Readable, { idleMs, graceMs, bytesPerSecond }: Patience): AsyncGenerator<Uint8Array> {
  const chunks = body.iterator({ destroyOnReturn: false });
  let [received, waitedMs] = [0, 0];
  while (true) {
    const askedAt = performance.now();
    const next = await nextOf(chunks, idleMs);
    if (next.done) return;
    waitedMs += performance.now() - askedAt;
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
    if (error instanceof Refusal) throw error;
    // The connection broke; nobody hears the answer, and nothing is wrong here.
    throw new Refusal(400, { message: messages.uploadIncomplete });
  } finally {
    clearTimeout(timer);
  }
}

function tooSlow(): Refusal {
  return new Refusal(408, { message: messages.uploadIncomplete });
}
