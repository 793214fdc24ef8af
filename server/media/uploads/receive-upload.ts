import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { messages } from '#contract/errors.ts';
import { Refusal } from '../../platform/errors.ts';
import { uploadKey } from '../media-keys.ts';
import type { MediaTools } from '../media-tools.ts';
import { updateClaimed } from './upload.repository.ts';
import { type ClaimedUpload, letGo, whileClaimed } from './upload-claim.ts';

/** A body from which nothing has come for so long is over. */
const IDLE_MS = 30_000;

/**
 * Takes in the bytes of an upload as they come: no more than were announced, and no fewer. Whatever goes wrong leaves
 * nothing in the storage, and the upload may be tried again.
 * @throws {Refusal}
 */
export async function receiveUpload(
  tools: Pick<MediaTools, 'database' | 'storage' | 'clock' | 'log'>,
  upload: ClaimedUpload,
  body: Readable,
  { idleMs = IDLE_MS }: { readonly idleMs?: number } = {},
): Promise<void> {
  const hash = createHash('sha256');
  // What breaks before anybody reads it is met by whoever reads it.
  body.on('error', () => {});
  try {
    await whileClaimed(tools, upload, () =>
      tools.storage.put(uploadKey(upload.uploadId), metered(body, { size: upload.size, hash, idleMs })),
    );
  } catch (error) {
    await letGo(tools, upload, 'waiting');
    throw error;
  }
  const received = { state: 'received', claim: null, claimedUntil: null, digest: hash.digest('hex') };
  if (!(await updateClaimed(tools.database.writer, upload, received)))
    throw new Refusal(409, { message: messages.uploadOver });
}

/** The bytes of a body, which is ended where it becomes too long or stands still. */
async function* metered(
  body: Readable,
  { size, hash, idleMs }: { readonly size: number; readonly hash: Hash; readonly idleMs: number },
): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of patiently(body, idleMs)) {
    received += chunk.length;
    if (received > size) throw new Refusal(413, { message: messages.payloadTooLarge });
    hash.update(chunk);
    yield chunk;
  }
  if (received < size) throw new Refusal(400, { message: messages.uploadIncomplete });
}

/** What comes of a stream, for as long as something does. It is left open, so that an answer can still be sent. */
async function* patiently(body: Readable, idleMs: number): AsyncGenerator<Uint8Array> {
  const chunks = body.iterator({ destroyOnReturn: false });
  while (true) {
    const next = await nextOf(chunks, idleMs);
    if (next.done) return;
    yield next.value;
  }
}

async function nextOf(chunks: AsyncIterator<Uint8Array>, idleMs: number): Promise<IteratorResult<Uint8Array>> {
  const idle = Promise.withResolvers<never>();
  const timer = setTimeout(() => idle.reject(new Refusal(408, { message: messages.uploadIncomplete })), idleMs);
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
