import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RAW } from '#contract/image-variants.ts';
import { extensionOf, isPictureType, mimeTypeOf, type PictureType } from '#contract/media-types.ts';
import type { FileRow } from '../../database/media-tables.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import { findServiceDetail } from '../../services/index.ts';
import { findFile } from '../file.repository.ts';
import { isFileUsed } from '../file-use.repository.ts';
import { originalKey } from '../media-keys.ts';
import type { MediaTools } from '../media-tools.ts';
import { completeUploadOf } from '../uploads/complete-upload.ts';
import { acceptedFormats } from './accepted-format.ts';
import { fileHeaders } from './file-headers.ts';
import type { MediaPath } from './media-path.ts';
import { sendObject } from './send-object.ts';
import { formatsOf, keyOf, type MadeOf, makeVariant, nameOf, type Variant, workshopOf } from './variants.ts';

type FilePath = Extract<MediaPath, { kind: 'image' | 'doc' }>;
type ImagePath = Extract<MediaPath, { kind: 'image' }>;

const MISSING = 'The original is not in the storage';

/**
 * Answers with a file, in a size that is made now if it is missing.
 * @throws {Refusal} for what readers are not given, and where it cannot be had at the moment.
 */
export async function serveFile(
  tools: MediaTools,
  path: FilePath,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const file = await findServedFile(tools, path);
  // Sites may show documents in frames of their own; nothing here runs or takes clicks.
  reply.removeHeader('x-frame-options');
  if (path.kind === 'image' && path.size !== RAW) return servePicture(tools, { file, path }, request, reply);
  if (path.extension !== extensionOf(file.mimeType)) throw notFound();
  const { mimeType } = file;
  const headers = fileHeaders(file, { mimeType, extension: path.extension }, readAsked(request));
  const key = originalKey(file);
  if (await sendObject({ source: tools.storage, key, headers }, request, reply)) return;
  warnOnce(tools, key, { file, reason: MISSING });
  throw notFound();
}

async function findServedFile(tools: MediaTools, { kind, serviceId, fileId }: FilePath): Promise<FileRow> {
  const { reader } = tools.database;
  const known = await findFile(reader, serviceId, fileId);
  const file = known?.uploadedAt === null ? await completeIfThere(tools, known) : known;
  if (!file || file.uploadedAt === null || file.isWithdrawn === 1) throw notFound();
  if ((file.fileType === 'image') !== (kind === 'image')) throw notFound();
  const isGone = file.status === 'removed' && !(await isFileUsed(reader, serviceId, fileId));
  if (isGone) throw notFound();
  return file;
}

/** Where uploads go past the server, the first who asks for one may be the first to learn that it is there. */
async function completeIfThere(tools: MediaTools, { serviceId, fileId }: FileRow): Promise<FileRow | undefined> {
  if (!tools.storage.presignPut) return undefined;
  try {
    return await completeUploadOf(tools, { serviceId, fileId });
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return undefined;
    throw error;
  }
}

async function servePicture(
  tools: MediaTools,
  { file, path: { size, extension } }: { readonly file: FileRow; readonly path: ImagePath },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { own, asked, formats } = readFormat(file, { size, extension });
  const service = await findServiceDetail(tools.database.reader, file.serviceId);
  if (!service?.configs.mediaUploadImageSizes.includes(size)) throw notFound();
  const isChosen = asked === own && formats.length > 1;
  const accepted = isChosen ? acceptedFormats(request.headers.accept, { own, formats }) : [asked];
  const varied: OutgoingHttpHeaders = isChosen ? { vary: 'Accept' } : {};
  const send = (current: FileRow, mimeType: PictureType) => {
    const described = fileHeaders(current, { mimeType, extension: extensionOf(mimeType) }, readAsked(request));
    const key = keyOf(current, { size, mimeType });
    return sendObject({ source: tools.storage, key, headers: { ...described, ...varied } }, request, reply);
  };
  for (const mimeType of accepted) {
    if (await send(file, mimeType)) return;
    const isLast = mimeType === accepted.at(-1);
    const madeOf = await makeMissing(tools, file, { size, mimeType }, { hasOthers: !isLast });
    if (madeOf && (await send(madeOf, mimeType))) return;
  }
  throw notFound();
}

interface Formats {
  readonly own: PictureType;
  readonly asked: PictureType;
  readonly formats: readonly PictureType[];
}

/** The format of a picture, the one that its address names, and all that it is served in. */
function readFormat(file: FileRow, { size, extension }: Pick<ImagePath, 'size' | 'extension'>): Formats {
  const [own, asked] = [file.mimeType, mimeTypeOf(extension)];
  const formats = formatsOf(file, size);
  if (!isPictureType(own) || !isPictureType(asked) || !formats.includes(asked)) throw notFound();
  return { own, asked, formats };
}

/** What takes long is made for those who ask next, where there is something else to be given. */
async function makeMissing(
  tools: MediaTools,
  file: FileRow,
  variant: Variant,
  { hasOthers }: { readonly hasOthers: boolean },
): Promise<MadeOf> {
  if (!hasOthers || variant.mimeType !== 'image/avif') return makeNow(tools, file, variant);
  makeLater(tools, file, variant);
  return undefined;
}

/**
 * Answers with what it was made of; with nothing where it cannot be made.
 * @throws {Refusal} where it can be made at another time.
 */
async function makeNow(tools: MediaTools, file: FileRow, variant: Variant): Promise<MadeOf> {
  const name = nameOf(file, variant);
  if (workshopOf(tools.storage).hasFailed(name, tools.clock.now().getTime())) return undefined;
  try {
    const madeOf = await makeVariant(tools, file, variant);
    if (!madeOf) warnOnce(tools, originalKey(file), { file, reason: MISSING });
    return madeOf;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    warnOnce(tools, name, { file, reason: error.body.message });
    return undefined;
  }
}

/** For those who ask next, if nothing else is to be done: it takes long, and there is something else to be given. */
function makeLater(tools: MediaTools, file: FileRow, variant: Variant): void {
  const workshop = workshopOf(tools.storage);
  if (!workshop.isIdle || workshop.hasFailed(nameOf(file, variant), tools.clock.now().getTime())) return;
  makeVariant(tools, file, variant).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    warnOnce(tools, nameOf(file, variant), { file, reason });
  });
}

/** What is wrong with a file is said once in a while, however often it is asked for. */
function warnOnce(
  { storage, clock, log }: MediaTools,
  name: string,
  { file: { serviceId, fileId }, reason }: { readonly file: FileRow; readonly reason: string },
): void {
  const workshop = workshopOf(storage);
  const now = clock.now().getTime();
  if (workshop.hasFailed(name, now)) return;
  workshop.noteFailure(name, now);
  log.warn({ serviceId, fileId, object: name, reason }, 'file could not be served');
}

function readAsked({ query }: FastifyRequest): { version: string | undefined; isDownload: boolean } {
  const { v, download } = query as Record<string, unknown>;
  return { version: typeof v === 'string' ? v : undefined, isDownload: download !== undefined };
}
