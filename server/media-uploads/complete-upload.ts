import { setTimeout as pause } from 'node:timers/promises';
import { messages } from '#contract/errors.ts';
import type { FileRow, FileUploadRow } from '../database/media-tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { badRequest, HttpError, notFound, unavailable } from '../http/errors.ts';
import { type FileKey, findFile } from '../media/file.repository.ts';
import { uploadKey } from '../media/media-keys.ts';
import type { MediaTools } from '../media/media-tools.ts';
import { lockForRemoval } from './cleaning.repository.ts';
import { settleUpload } from './settle-upload.ts';
import { deleteClaimed, deleteNeverUploaded, findUpload, listUploadsOf } from './upload.repository.ts';
import { type ClaimedUpload, claimUploadForChecking, dropReceived, releaseLease, withLease } from './upload-claim.ts';

const POLL_MS = 250;
const MAX_POLLS = 240;

const underWay = new Map<string, Promise<FileRow>>();

/**
 * Concurrent callers in this process share one run.
 * @throws {HttpError} 400 before the upload has arrived and for rejected content, which is deleted; 410 when the upload
 * is over
 */
export function completeUpload(tools: MediaTools, uploadId: string): Promise<FileRow> {
  const running = underWay.get(uploadId);
  if (running) return running;
  const started = completeKnown(tools, uploadId).finally(() => underWay.delete(uploadId));
  underWay.set(uploadId, started);
  return started;
}

/**
 * Returns the file when no upload is pending.
 * @throws {HttpError} 404 for an unknown file, otherwise as `completeUpload`
 */
export async function completeUploadOf(tools: MediaTools, { serviceId, fileId }: FileKey): Promise<FileRow> {
  const { writer } = tools.database;
  const file = await findFile(writer, serviceId, fileId);
  if (!file) throw notFound();
  const uploads = await listUploadsOf(writer, { serviceId, fileId });
  const received = uploads.findLast(({ state }) => ['received', 'checking', 'placing'].includes(state));
  const next = received ?? (await findArrived(tools, uploads));
  if (next) return completeUpload(tools, next.uploadId);
  if (file.uploadedAt !== null && uploads.length === 0) return file;
  throw incomplete();
}

async function findArrived(tools: MediaTools, uploads: readonly FileUploadRow[]): Promise<FileUploadRow | undefined> {
  for (const upload of uploads.toReversed()) if (await hasArrived(tools, upload)) return upload;
  return undefined;
}

async function hasArrived({ storage }: MediaTools, { state, uploadId }: FileUploadRow): Promise<boolean> {
  const isPossible = storage.presignPut !== undefined && state === 'waiting';
  return isPossible && (await storage.head(uploadKey(uploadId))) !== undefined;
}

async function completeKnown(tools: MediaTools, uploadId: string): Promise<FileRow> {
  const { writer } = tools.database;
  const upload = await findUpload(writer, uploadId);
  if (!upload) throw new HttpError(410, { message: messages.uploadOver });
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const current = polls === 0 ? upload : await findUpload(writer, uploadId);
    if (!current) return outcomeOfOtherProcess(tools, upload);
    const hasUploaded = await hasArrived(tools, current);
    if (!hasUploaded && ['waiting', 'receiving'].includes(current.state)) throw incomplete();
    const claimed = await claimUploadForChecking(tools, current, hasUploaded ? 'waiting' : 'received');
    if (claimed) return complete(tools, claimed);
    await pause(POLL_MS, undefined, { ref: false });
  }
  throw unavailable();
}

async function outcomeOfOtherProcess({ database }: MediaTools, { serviceId, fileId }: FileUploadRow): Promise<FileRow> {
  const file = await findFile(database.writer, serviceId, fileId);
  if (!file?.uploadedAt) throw badRequest(messages.uploadFailed);
  return file;
}

async function complete(tools: MediaTools, upload: ClaimedUpload): Promise<FileRow> {
  const file = await withLease(tools, upload, async () => {
    try {
      return await settleUpload(tools, upload);
    } catch (error) {
      const isRejected = error instanceof HttpError && error.status < 500;
      await (isRejected ? withdrawUpload(tools, upload) : releaseLease(tools, upload));
      throw error;
    }
  });
  if (file) return file;
  await releaseLease(tools, upload, 'waiting');
  throw incomplete();
}

async function withdrawUpload({ database, storage }: MediaTools, upload: ClaimedUpload): Promise<void> {
  const { uploadId, fileId } = upload;
  const isOurs = await writeTransaction(database.writer, async (trx) => {
    await lockForRemoval(trx, upload);
    if (!(await deleteClaimed(trx, upload))) return false;
    await deleteNeverUploaded(trx, fileId);
    return true;
  });
  if (isOurs) await dropReceived(storage, uploadId);
}

function incomplete(): HttpError {
  return badRequest(messages.uploadIncomplete);
}
