import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AdminFile, adminFileApi } from '#contract/admin-files.ts';
import { publicAccess } from '#contract/endpoint.ts';
import { messages } from '#contract/errors.ts';
import type { FileUploadRow } from '../database/media-tables.ts';
import { boundBody, clearBodyTimeout } from '../http/body-timeout.ts';
import { badRequest, conflict, forbidden, HttpError } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { dataOnlyHeaders } from '../http/security-headers.ts';
import { presentFile } from '../media/library/present-file.ts';
import { uploadKey } from '../media/media-keys.ts';
import type { MediaTools } from '../media/media-tools.ts';
import { stopQueue } from '../media/serving/variants.ts';
import { toInstant } from '../platform/clock.ts';
import { announceFile, announceReplacement } from './announce.ts';
import { completeUpload, completeUploadOf } from './complete-upload.ts';
import { findUpload, updateClaimed } from './upload.repository.ts';
import { allowRetry, type ClaimedUpload, claimUploadForReceiving, openUploadToken, withLease } from './upload-claim.ts';

const REJECTED_BODY_MS = 10_000;
const DAY_SECONDS = 24 * 60 * 60;
const ALLOWED_HEADERS = 'Content-Type, X-Requested-With, X-HTTP-Method-Override, Cache-Control, Accept, Time-Zone';

/** Any origin may upload. The URL authorizes a single upload. */
export async function uploadRoutes(scope: FastifyInstance, tools: MediaTools): Promise<void> {
  dataOnlyHeaders(scope);
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store');
  });
  scope.addHook('onClose', () => stopQueue(tools));
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const config = { access: publicAccess };

  scope.options('/:token', { config, schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('access-control-allow-methods', 'PUT')
      .header('access-control-allow-headers', ALLOWED_HEADERS)
      .header('access-control-max-age', DAY_SECONDS)
      .code(204)
      .send(),
  );

  scope.put('/:token', { config, schema: { hide: true } }, async (request): Promise<AdminFile> => {
    const { uploadId } = await receive(tools, request);
    const file = await completeUpload(tools, uploadId);
    return presentFile(tools.database.writer, file, tools);
  });
}

async function receive(tools: MediaTools, { params, headers, raw }: FastifyRequest): Promise<FileUploadRow> {
  try {
    const announced = await getUpload(tools, (params as { token: string }).token);
    rejectMismatch(headers, announced);
    const upload = await claimUploadForReceiving(tools, announced.uploadId);
    if (!upload) return await findReceived(tools, announced.uploadId, raw);
    clearBodyTimeout(raw);
    await receiveUpload(tools, upload, raw);
    return upload;
  } catch (error) {
    boundBody(raw, REJECTED_BODY_MS);
    throw error;
  }
}

async function getUpload({ vault, database, clock }: MediaTools, token: string): Promise<FileUploadRow> {
  const uploadId = openUploadToken(vault, token);
  if (uploadId === undefined) throw forbidden();
  const upload = await findUpload(database.writer, uploadId);
  if (!upload || (upload.state === 'waiting' && upload.expiresAt < toInstant(clock.now()))) throw over();
  return upload;
}

/** Lets a repeated request wait for the completion of the first. */
async function findReceived({ database }: MediaTools, uploadId: string, body: IncomingMessage): Promise<FileUploadRow> {
  const upload = await findUpload(database.writer, uploadId);
  if (!upload || upload.state === 'waiting') throw over();
  if (upload.state === 'receiving') throw conflict(messages.uploadIncomplete);
  body.resume();
  return upload;
}

function rejectMismatch(
  headers: FastifyRequest['headers'],
  { mimeType, size }: Pick<FileUploadRow, 'mimeType' | 'size'>,
): void {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== mimeType) throw new HttpError(415, { message: messages.unsupportedMediaType });
  if (headers['transfer-encoding'] !== undefined) return;
  const length = headers['content-length'];
  if (length === undefined) throw new HttpError(411, { message: messages.badRequest });
  if (Number(length) > size) throw new HttpError(413, { message: messages.payloadTooLarge });
  if (Number(length) === 0) throw badRequest(messages.fileEmpty);
  if (Number(length) < size) throw badRequest(messages.uploadIncomplete);
}

function over(): HttpError {
  return new HttpError(410, { message: messages.uploadOver });
}

export function fileUploadRoutes(api: Api, tools: MediaTools): void {
  api.implement(adminFileApi.reserve, ({ params: { serviceId }, body, actor: { username }, browser: { siteOrigin } }) =>
    announceFile(tools, { serviceId, username, siteOrigin }, body),
  );

  api.implement(
    adminFileApi.replace,
    ({ params: { serviceId, fileId }, body, actor: { username }, browser: { siteOrigin } }) =>
      announceReplacement(tools, { serviceId, username, siteOrigin }, { fileId, ...body }),
  );

  api.implement(adminFileApi.complete, async ({ params }) => {
    const file = await completeUploadOf(tools, params);
    return presentFile(tools.database.writer, file, tools);
  });
}

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
