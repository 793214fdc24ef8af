import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transaction } from 'kysely';
import { messages } from '#contract/errors.ts';
import { isPictureType, type PictureType } from '#contract/media-types.ts';
import type { FileRow } from '../../database/media-tables.ts';
import type { Tables } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { toInstant } from '../../platform/clock.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import { findFile, updateFile } from '../file.repository.ts';
import { isFileUsed } from '../file-use.repository.ts';
import { imagePrefix, originalKey } from '../media-keys.ts';
import type { MediaTools } from '../media-tools.ts';
import { fetchObject, withScratch } from '../scratch.ts';
import { checkContent } from './check-content.ts';
import { digestOf, dropReceived, takeIn } from './received-object.ts';
import { deleteClaimed, updateClaimed } from './upload.repository.ts';
import type { ClaimedUpload } from './upload-claim.ts';
import { queueVariants } from './variant-queue.ts';

/** What is known of the bytes once they are in their place. */
type Settled = Pick<FileRow, 'size' | 'digest' | 'width' | 'height' | 'isAnimated' | 'placeholder'>;

const NO_PICTURE = { width: null, height: null, isAnimated: 0, placeholder: null } as const;

/**
 * Looks at what has come of an upload, puts it into its place, and notes that it is there. Nothing where nothing has
 * come. May be done again from its beginning by another process where this one dies.
 * @throws {Refusal} when it is not what was announced.
 */
export async function settleUpload(tools: MediaTools, upload: ClaimedUpload): Promise<FileRow | undefined> {
  const { storage, database } = tools;
  const file = await findFile(database.writer, upload.serviceId, upload.fileId);
  if (!file) throw notFound();
  const key = await takeIn(storage, upload);
  const settled = await place(tools, upload, { file, key });
  if (!settled) return undefined;
  const stored = await writeTransaction(database.writer, (trx) => note(trx, tools, upload, settled));
  await tidyUp(tools, upload);
  queueVariants(tools, stored);
  return stored;
}

interface Come {
  readonly file: FileRow;
  readonly key: string | undefined;
}

async function place(tools: MediaTools, upload: ClaimedUpload, { file, key }: Come): Promise<Settled | undefined> {
  const { storage } = tools;
  if (upload.state === 'placing') {
    // Looked at by a process that died; without a key it had come as far as to move it.
    if (key !== undefined) await storage.move(key, originalKey(file));
    return { ...NO_PICTURE, size: upload.size, digest: upload.digest };
  }
  if (key === undefined) return undefined;
  const digest = await checkObject(tools, upload, key);
  if (isPictureType(upload.mimeType)) {
    return { digest, ...(await placePicture(tools, { file, key, mimeType: upload.mimeType })) };
  }
  if (!(await updateClaimed(tools.database.writer, upload, { state: 'placing', digest }))) throw lost();
  if (!(await storage.move(key, originalKey(file)))) throw lost();
  return { ...NO_PICTURE, size: upload.size, digest };
}

/** Answers with the digest of what is what it was said to be. */
async function checkObject({ storage }: MediaTools, upload: ClaimedUpload, key: string): Promise<string> {
  const info = await storage.head(key);
  if (info?.size !== upload.size) throw new Refusal(400, { message: messages.uploadIncomplete });
  await checkContent(storage, key, upload.mimeType);
  const digest = upload.digest ?? (await digestOf(storage, key));
  if (digest === undefined) throw lost();
  return digest;
}

async function placePicture(
  { storage, images, scratchDir }: MediaTools,
  { file, key, mimeType }: { file: FileRow; key: string; mimeType: PictureType },
): Promise<Omit<Settled, 'digest'>> {
  return withScratch(scratchDir, async (scratch) => {
    const [path, cleaned] = [join(scratch, 'upload'), join(scratch, 'cleaned')];
    if (!(await fetchObject(storage, key, path))) throw lost();
    const { width, height, isAnimated, placeholder } = await images.clean({ path, mimeType }, cleaned);
    await dropSizes(storage, file);
    await storage.put(originalKey(file), createReadStream(cleaned));
    // Sizes of the old picture that were being made meanwhile; later ones see that the file has changed.
    await dropSizes(storage, file);
    return { size: (await stat(cleaned)).size, width, height, isAnimated: isAnimated ? 1 : 0, placeholder };
  });
}

async function dropSizes(storage: MediaTools['storage'], file: FileRow): Promise<void> {
  if (file.fileType !== 'image') return;
  const original = originalKey(file);
  for await (const { key } of storage.list(imagePrefix(file))) if (key !== original) await storage.delete(key);
}

async function note(
  trx: Transaction<Tables>,
  { clock, onFilesChanged }: MediaTools,
  upload: ClaimedUpload,
  settled: Settled,
): Promise<FileRow> {
  const { serviceId, fileId } = upload;
  const now = clock.now();
  const before = await getFile(trx, upload);
  const isReplaced = before.uploadedAt !== null;
  if (isReplaced || (await isFileUsed(trx, serviceId, fileId)))
    await onFilesChanged(trx, { serviceId, fileIds: [fileId], now });
  const current = await getFile(trx, upload);
  await updateFile(trx, upload, {
    ...settled,
    uploadedAt: toInstant(now),
    ...(isReplaced && { updatedAt: toInstant(now), version: current.version + 1 }),
    ...(current.isKept === 1 && current.status === 'reserved' && { status: 'published' }),
  });
  if (!(await deleteClaimed(trx, upload))) throw lost();
  return getFile(trx, upload);
}

async function getFile(
  trx: Transaction<Tables>,
  { serviceId, fileId }: { readonly serviceId: string; readonly fileId: string },
): Promise<FileRow> {
  const file = await findFile(trx, serviceId, fileId);
  if (!file) throw notFound();
  return file;
}

async function tidyUp({ storage, log }: MediaTools, { uploadId }: ClaimedUpload): Promise<void> {
  // What is left is taken away by the cleaning, since nothing waits for it any more.
  await dropReceived(storage, uploadId).catch((error) =>
    log.warn({ uploadId, reason: error.message }, 'what came of an upload could not be taken away'),
  );
}

/** Somebody else has gone on with it. */
function lost(): Refusal {
  return new Refusal(409, { message: messages.uploadOver });
}
