import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messages } from '#contract/errors.ts';
import { isPictureType, type PictureType } from '#contract/media-types.ts';
import type { FileRow } from '../database/media-tables.ts';
import type { Transaction } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { badRequest, conflict, type HttpError, notFound, unavailable } from '../http/errors.ts';
import { type FileKey, findFile, lockFile, updateFile } from '../media/file.repository.ts';
import { imagePrefix, originalKey, splitKey } from '../media/media-keys.ts';
import type { MediaTools } from '../media/media-tools.ts';
import { queueVariants } from '../media/serving/variants.ts';
import { type CleanedImage, OutOfMemory } from '../media-images/image-processor.ts';
import { isFileUsed } from '../media-uses/file-use.repository.ts';
import { toInstant } from '../platform/clock.ts';
import { withScratch } from '../platform/folders.ts';
import { fetchObject, listIfAllowed } from '../storage/index.ts';
import { checkContent } from './check-content.ts';
import { deleteClaimed, deleteEarlier, updateClaimed } from './upload.repository.ts';
import { type ClaimedUpload, claimReceivedObject, digestOf, dropReceived } from './upload-claim.ts';

const MAX_ATTEMPTS = 2;

/**
 * Limits crashes: the attempt is counted before it starts and uncounted unless the process runs out of memory.
 * @throws {HttpError} 400 for pictures that cannot be cleaned, 409 when the claim is lost
 */
async function cleanPicture(
  { database: { writer }, images }: Pick<MediaTools, 'database' | 'images'>,
  upload: ClaimedUpload,
  {
    path,
    mimeType,
    targetPath,
  }: { readonly path: string; readonly mimeType: PictureType; readonly targetPath: string },
): Promise<CleanedImage> {
  const attempts = upload.attempts + 1;
  if (attempts > MAX_ATTEMPTS) throw tooLarge();
  if (!(await updateClaimed(writer, upload, { attempts }))) throw conflict(messages.uploadOver);
  try {
    return await images.clean({ path, mimeType }, targetPath);
  } catch (error) {
    if (!(error instanceof OutOfMemory)) await updateClaimed(writer, upload, { attempts: upload.attempts });
    else if (attempts === MAX_ATTEMPTS) throw tooLarge();
    throw error;
  }
}

function tooLarge(): HttpError {
  return badRequest(messages.imageTooLarge);
}

type FileContent = Pick<
  FileRow,
  'version' | 'size' | 'digest' | 'charset' | 'width' | 'height' | 'isAnimated' | 'placeholder'
>;
type StoredContent = Omit<FileContent, 'version'>;

const NO_PICTURE = { width: null, height: null, isAnimated: 0, placeholder: null } as const;

/**
 * Repeatable by another process after a crash. Returns undefined when nothing has arrived.
 * @throws {HttpError} when the content is not the announced one, or the claim is lost
 */
export async function settleUpload(tools: MediaTools, upload: ClaimedUpload): Promise<FileRow | undefined> {
  const { storage, database } = tools;
  const file = await findFile(database.writer, upload.serviceId, upload.fileId);
  if (!file) throw notFound();
  const key = await claimReceivedObject(storage, upload);
  // A new version gets a key of its own: the old bytes are served until the record changes.
  const version = nextVersion(file);
  const storedContent = await storeObject(tools, upload, { file: { ...file, version }, key });
  if (!storedContent) return undefined;
  const content = { ...storedContent, version };
  const { stored, earlier } = await writeTransaction(database.writer, (trx) =>
    recordUpload(trx, tools, upload, content),
  );
  await deleteReceived(tools, [upload.uploadId, ...earlier]);
  await deleteOldVersions(tools, stored);
  queueVariants(tools, stored);
  return stored;
}

function nextVersion({ uploadedAt, version }: FileRow): number {
  return uploadedAt === null ? version : version + 1;
}

interface ReceivedObject {
  readonly file: FileRow;
  readonly key: string | undefined;
}

async function storeObject(
  tools: MediaTools,
  upload: ClaimedUpload,
  { file, key }: ReceivedObject,
): Promise<StoredContent | undefined> {
  const { storage } = tools;
  if (upload.state === 'placing') {
    // Checked by a process that died. Without a key the object was already moved.
    if (key !== undefined) await storage.move(key, originalKey(file));
    if (!(await storage.head(originalKey(file)))) throw claimLost();
    const charset = await readCharset(storage, originalKey(file), upload);
    return { ...NO_PICTURE, size: upload.size, digest: upload.digest, charset };
  }
  if (key === undefined) return undefined;
  const { digest, charset } = await checkObject(tools, upload, key);
  if (isPictureType(upload.mimeType)) {
    return { digest, charset, ...(await storePicture(tools, upload, { file, key, mimeType: upload.mimeType })) };
  }
  if (!(await updateClaimed(tools.database.writer, upload, { state: 'placing', digest }))) throw claimLost();
  if (!(await storage.move(key, originalKey(file)))) throw claimLost();
  return { ...NO_PICTURE, size: upload.size, digest, charset };
}

async function checkObject(
  { storage }: MediaTools,
  upload: ClaimedUpload,
  key: string,
): Promise<{ digest: string; charset: string | null }> {
  const info = await storage.head(key);
  if (info?.size !== upload.size) throw badRequest(messages.uploadIncomplete);
  const charset = await readCharset(storage, key, upload);
  const digest = upload.digest ?? (await digestOf(storage, key));
  if (digest === undefined) throw claimLost();
  return { digest, charset };
}

async function readCharset(
  storage: MediaTools['storage'],
  key: string,
  { mimeType }: ClaimedUpload,
): Promise<string | null> {
  const encoding = await checkContent(storage, key, mimeType);
  return encoding === undefined || encoding === 'utf-8' ? null : encoding;
}

async function storePicture(
  tools: MediaTools,
  upload: ClaimedUpload,
  { file, key, mimeType }: { file: FileRow; key: string; mimeType: PictureType },
): Promise<Omit<StoredContent, 'digest' | 'charset'>> {
  const { storage, scratchDir } = tools;
  return withScratch(scratchDir, async (scratch) => {
    const path = join(scratch, 'upload');
    const cleanedPath = join(scratch, 'cleaned');
    if (!(await fetchObject(storage, key, path))) throw claimLost();
    const { width, height, isAnimated, placeholder } = await cleanPicture(tools, upload, {
      path,
      mimeType,
      targetPath: cleanedPath,
    });
    await storage.put(originalKey(file), createReadStream(cleanedPath));
    return { size: (await stat(cleanedPath)).size, width, height, isAnimated: isAnimated ? 1 : 0, placeholder };
  });
}

/** Objects left after a failure are found by the media check. */
async function deleteOldVersions({ storage, log }: MediaTools, file: FileRow): Promise<void> {
  const { serviceId, fileId, version } = file;
  try {
    for (const key of await listOldVersions(storage, file)) await storage.delete(key);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ serviceId, fileId, version, reason }, 'deleting earlier versions failed');
  }
}

async function listOldVersions(storage: MediaTools['storage'], file: FileRow): Promise<string[]> {
  const { fileType, version } = file;
  if (version === 1) return [];
  if (fileType !== 'image') return [originalKey({ ...file, version: version - 1 })];
  const keys: string[] = [];
  for await (const { key } of listIfAllowed(storage, imagePrefix(file)))
    if (splitKey(key).version < version) keys.push(key);
  return keys;
}

interface RecordedUpload {
  readonly stored: FileRow;
  readonly earlier: readonly string[];
}

async function recordUpload(
  trx: Transaction,
  { clock, onFilesChanged }: MediaTools,
  upload: ClaimedUpload,
  content: FileContent,
): Promise<RecordedUpload> {
  const { serviceId, fileId } = upload;
  const now = clock.now();
  // Serializes with saves of posts that use the file, so that their uses are known.
  const before = await lockFile(trx, upload);
  if (!before) throw notFound();
  if (content.version !== nextVersion(before)) throw unavailable();
  const isReplaced = before.uploadedAt !== null;
  if (isReplaced || (await isFileUsed(trx, serviceId, fileId)))
    await onFilesChanged(trx, { serviceId, fileIds: [fileId], now });
  const current = await getFile(trx, upload);
  await updateFile(trx, upload, {
    ...content,
    uploadedAt: toInstant(now),
    ...(isReplaced && { updatedAt: toInstant(now) }),
    ...(current.isKept === 1 && current.status === 'reserved' && { status: 'published' }),
  });
  if (!(await deleteClaimed(trx, upload))) throw claimLost();
  const earlier = await deleteEarlier(trx, upload);
  return { stored: await getFile(trx, upload), earlier };
}

async function getFile(trx: Transaction, { serviceId, fileId }: FileKey): Promise<FileRow> {
  const file = await findFile(trx, serviceId, fileId);
  if (!file) throw notFound();
  return file;
}

async function deleteReceived({ storage, log }: MediaTools, uploadIds: readonly string[]): Promise<void> {
  for (const uploadId of uploadIds)
    await dropReceived(storage, uploadId).catch((error) =>
      log.warn({ uploadId, reason: error.message }, 'deleting upload failed'),
    );
}

function claimLost(): HttpError {
  return conflict(messages.uploadOver);
}
