import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RAW } from '#contract/image-variants.ts';
import { extensionOf, isPictureType, mimeTypeOf, type PictureType } from '#contract/media-types.ts';
import type { FileRow } from '../../database/media-tables.ts';
import { HttpError, notFound } from '../../http/errors.ts';
import { completeUploadOf } from '../../media-uploads/complete-upload.ts';
import { isFileUsed } from '../../media-uses/file-use.repository.ts';
import { findServiceDetail } from '../../services/index.ts';
import { findFile } from '../file.repository.ts';
import { originalKey } from '../media-keys.ts';
import type { MediaTools } from '../media-tools.ts';
import type { MediaPath } from './media-path.ts';
import { fileHeaders, sendObject } from './send-object.ts';
import { formatsOf, keyOf, makeVariant, runsOf, type Variant, VariantFailed } from './variants.ts';

const LIGHTER: readonly PictureType[] = ['image/avif', 'image/webp'];

/**
 * Best format first; the original format is always the last. Wildcards do not count: clients that accept anything may
 * not know new formats.
 */
function acceptedFormats(
  accept: string | undefined,
  { own, formats }: { readonly own: PictureType; readonly formats: readonly PictureType[] },
): PictureType[] {
  const named = namedTypes(accept ?? '');
  const lighter = LIGHTER.filter((type) => type !== own && formats.includes(type) && named.has(type));
  return named.has(own) && own === 'image/avif' ? [own] : [...lighter, own];
}

function namedTypes(accept: string): ReadonlySet<string> {
  const requested = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)));
  return new Set(requested.map(([type = '']) => type));
}

type FilePath = Extract<MediaPath, { kind: 'image' | 'doc' }>;
type ImagePath = Extract<MediaPath, { kind: 'image' }>;

const MISSING = 'The original is not in the storage';

/** @throws {HttpError} 404 for files that are not public, 503 when the file cannot be served at the moment */
export async function serveFile(
  tools: MediaTools,
  path: FilePath,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // Sites may embed documents in frames; the content security policy prevents scripts.
  reply.removeHeader('x-frame-options');
  const send = (version: FileRow) =>
    path.kind === 'image' && path.size !== RAW
      ? sendPicture(tools, { file: version, path }, request, reply)
      : sendOriginal(tools, { file: version, path }, request, reply);
  const file = await findServedFile(tools, path);
  if (await send(file)) return;
  // A replacement may have deleted the bytes of the version that was read.
  const now = await findServedFile(tools, path);
  if (now.version !== file.version && (await send(now))) return;
  warnOnce(tools, now);
  throw notFound();
}

async function sendOriginal(
  { storage }: MediaTools,
  { file, path: { extension } }: { readonly file: FileRow; readonly path: FilePath },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { mimeType, charset } = file;
  if (extension !== extensionOf(mimeType)) throw notFound();
  const headers = fileHeaders(file, { mimeType, extension }, readRequestedFile(request));
  return sendObject({ source: storage, key: originalKey(file), headers, charset }, request, reply);
}

async function findServedFile(tools: MediaTools, { kind, serviceId, fileId }: FilePath): Promise<FileRow> {
  const { reader } = tools.database;
  const known = await findFile(reader, serviceId, fileId);
  const file = known?.uploadedAt === null ? await completeIfThere(tools, known) : known;
  if (!file || file.uploadedAt === null || file.isWithdrawn === 1) throw notFound();
  if ((file.fileType === 'image') !== (kind === 'image')) throw notFound();
  const isUnavailable = file.status === 'removed' && !(await isFileUsed(reader, serviceId, fileId));
  if (isUnavailable) throw notFound();
  return file;
}

/** With direct uploads to the storage, the first request may be the first to notice the object. */
async function completeIfThere(tools: MediaTools, { serviceId, fileId }: FileRow): Promise<FileRow | undefined> {
  if (!tools.storage.presignPut) return undefined;
  try {
    return await completeUploadOf(tools, { serviceId, fileId });
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return undefined;
    throw error;
  }
}

async function sendPicture(
  tools: MediaTools,
  { file, path: { size, extension } }: { readonly file: FileRow; readonly path: ImagePath },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { own, requested, formats } = readFormat(file, { size, extension });
  const service = await findServiceDetail(tools.database.reader, file.serviceId);
  if (!service?.configs.mediaUploadImageSizes.includes(size)) throw notFound();
  const isChosen = requested === own && formats.length > 1;
  const accepted = isChosen ? acceptedFormats(request.headers.accept, { own, formats }) : [requested];
  const varied: OutgoingHttpHeaders = isChosen ? { vary: 'Accept' } : {};
  const send = (mimeType: PictureType) => {
    const described = fileHeaders(file, { mimeType, extension: extensionOf(mimeType) }, readRequestedFile(request));
    const key = keyOf(file, { size, mimeType });
    return sendObject({ source: tools.storage, key, headers: { ...described, ...varied } }, request, reply);
  };
  for (const mimeType of accepted) {
    if (await send(mimeType)) return true;
    const isLast = mimeType === accepted.at(-1);
    const isRendered = await makeMissing(tools, file, { size, mimeType }, { hasOthers: !isLast });
    if (isRendered !== undefined) return isRendered && send(mimeType);
  }
  throw notFound();
}

interface Formats {
  readonly own: PictureType;
  readonly requested: PictureType;
  readonly formats: readonly PictureType[];
}

function readFormat(file: FileRow, { size, extension }: Pick<ImagePath, 'size' | 'extension'>): Formats {
  const own = file.mimeType;
  const requested = mimeTypeOf(extension);
  const formats = formatsOf(file, size);
  if (!isPictureType(own) || !isPictureType(requested) || !formats.includes(requested)) throw notFound();
  return { own, requested, formats };
}

/** Returns false without an original, undefined when it failed or takes too long and another format can be served. */
async function makeMissing(
  tools: MediaTools,
  file: FileRow,
  variant: Variant,
  { hasOthers }: { readonly hasOthers: boolean },
): Promise<boolean | undefined> {
  if (runsOf(tools.storage).hasFailed(keyOf(file, variant), tools.clock.now().getTime())) return undefined;
  if (hasOthers && variant.mimeType === 'image/avif') return queueVariant(tools, file, variant);
  return makeVariant(tools, file, variant).catch((error: unknown) => {
    if (error instanceof VariantFailed) return undefined;
    throw error;
  });
}

function queueVariant(tools: MediaTools, file: FileRow, variant: Variant): undefined {
  if (!runsOf(tools.storage).isIdle) return;
  makeVariant(tools, file, variant).catch((error: unknown) => {
    if (error instanceof VariantFailed) return;
    const { serviceId, fileId } = file;
    const reason = error instanceof Error ? error.message : String(error);
    tools.log.info({ serviceId, fileId, reason }, 'pre-generating image failed');
  });
}

function warnOnce({ storage, clock, log }: MediaTools, file: FileRow): void {
  const { serviceId, fileId } = file;
  const runs = runsOf(storage);
  const key = originalKey(file);
  const now = clock.now().getTime();
  if (runs.hasFailed(key, now)) return;
  runs.noteFailure(key, now);
  log.warn({ serviceId, fileId, object: key, reason: MISSING }, 'serving file failed');
}

function readRequestedFile({ query }: FastifyRequest): { version: string | undefined; isDownload: boolean } {
  const { v, download } = query as Record<string, unknown>;
  return { version: typeof v === 'string' ? v : undefined, isDownload: download !== undefined };
}
