import type { FileAnnouncement, FileReservation, FileStatus } from '#contract/admin-files.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { FileType } from '#contract/files.ts';
import { isStorableType } from '#contract/media-types.ts';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import type { FileRow, FileUploadRow } from '../database/media-tables.ts';
import { holdService } from '../database/service-revision.ts';
import type { Transaction } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { badRequest, invalid, notFound, tooManyRequests } from '../http/errors.ts';
import { findFile, insertFile, toNewFile } from '../media/file.repository.ts';
import { uploadKey } from '../media/media-keys.ts';
import type { MediaTools } from '../media/media-tools.ts';
import { toInstant } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { findServiceDetail } from '../services/index.ts';
import { hasUploads, insertUpload } from './upload.repository.ts';
import { toUploadToken } from './upload-claim.ts';

const MEGABYTE = 1024 * 1024;

interface Announced {
  readonly fileType: string;
  readonly mimeType: string;
  readonly size: number;
}

export function rejectUnacceptedType(configs: ServiceConfigs, { fileType, mimeType, size }: Announced): FileType {
  const kind = FileType.safeParse(fileType).data;
  if (!kind) throw badRequest(messages.fileTypeInvalid);
  const { types, megabytes } = limitsOf(configs, kind);
  const problems = {
    ...(!(types.includes(mimeType) && isStorableType(kind, mimeType)) && { mimeType: fieldMessages.typeNotAccepted }),
    ...(size > megabytes * MEGABYTE && { size: fieldMessages.overMaxSize }),
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
  if (size === 0) throw badRequest(messages.fileEmpty);
  return kind;
}

function limitsOf(configs: ServiceConfigs, kind: FileType): { types: readonly string[]; megabytes: number } {
  return kind === 'image'
    ? { types: configs.mediaUploadAcceptMimetypesImage, megabytes: configs.mediaUploadSizeLimitMBImage }
    : { types: configs.mediaUploadAcceptMimetypesFile, megabytes: configs.mediaUploadSizeLimitMBFile };
}

const EXPIRES_IN_SECONDS = 5 * 60;
const RETRY_AFTER_SECONDS = 30;
const MAX_UPLOADS = { ofService: 100, ofUser: 20 };

export interface Announcer {
  readonly serviceId: string;
  readonly username: string;
  readonly siteOrigin: string;
}

type AnnounceTools = Pick<MediaTools, 'database' | 'storage' | 'clock' | 'vault' | 'publicUrl'>;

/** @throws {HttpError} 400 for unaccepted files or a taken id, 429 for too many uploads */
export async function announceFile(
  tools: AnnounceTools,
  announcer: Announcer,
  { fileId, fileType, mimeType, name, size, isKept }: FileAnnouncement,
): Promise<FileReservation> {
  const { serviceId, username } = announcer;
  const kind = rejectUnacceptedType(await configsOf(tools, serviceId), { fileType, mimeType, size });
  const now = tools.clock.now();
  const created = { createdAt: toInstant(now), createdBy: username };
  const file: FileRow = {
    ...toNewFile({ fileId: fileId ?? newId(now), serviceId, fileType: kind, mimeType, name, size, ...created }),
    isKept: isKept ? 1 : 0,
  };
  const upload = toUpload(file, { now, size, username });
  const url = await addressOf(tools, announcer, upload);
  await writeTransaction(tools.database.writer, async (trx) => {
    await makeRoom(trx, upload);
    if (!(await insertFile(trx, file))) throw badRequest(messages.fileIdTaken);
    await insertUpload(trx, upload);
  });
  return toReservation(file, upload, url);
}

/** @throws {HttpError} 404 for an unknown file, 400 for a removed one or another type, 429 for too many uploads */
export async function announceReplacement(
  tools: AnnounceTools,
  announcer: Announcer,
  { fileId, mimeType, size }: { readonly fileId: string; readonly mimeType: string; readonly size: number },
): Promise<FileReservation> {
  const { serviceId, username } = announcer;
  const file = await findFile(tools.database.reader, serviceId, fileId);
  if (!file) throw notFound();
  if (file.status === 'removed') throw badRequest(messages.alreadyDeleted);
  if (file.mimeType !== mimeType) throw invalid({ mimeType: fieldMessages.otherType });
  rejectUnacceptedType(await configsOf(tools, serviceId), { fileType: file.fileType, mimeType, size });
  const upload = toUpload(file, { now: tools.clock.now(), size, username });
  const url = await addressOf(tools, announcer, upload);
  await writeTransaction(tools.database.writer, async (trx) => {
    await makeRoom(trx, upload);
    if (!(await findFile(trx, serviceId, fileId))) throw notFound();
    await insertUpload(trx, upload);
  });
  return toReservation(file, upload, url);
}

async function configsOf({ database }: AnnounceTools, serviceId: string): Promise<ServiceConfigs> {
  const service = await findServiceDetail(database.reader, serviceId);
  if (!service) throw notFound(messages.serviceMissing);
  return service.configs;
}

function toUpload(
  { fileId, serviceId, mimeType }: FileRow,
  { now, size, username }: { now: Date; size: number; username: string },
): FileUploadRow {
  return {
    uploadId: newId(now),
    fileId,
    serviceId,
    mimeType,
    size,
    state: 'waiting',
    createdAt: toInstant(now),
    createdBy: username,
    expiresAt: toInstant(new Date(now.getTime() + EXPIRES_IN_SECONDS * 1000)),
    claim: null,
    claimedUntil: null,
    digest: null,
    attempts: 0,
  };
}

async function addressOf(
  { storage, vault, publicUrl }: AnnounceTools,
  { siteOrigin }: Announcer,
  { uploadId, mimeType, size }: FileUploadRow,
): Promise<string> {
  if (!storage.presignPut) return `${publicUrl ?? siteOrigin}/uploads/${toUploadToken(vault, uploadId)}`;
  const upload = { contentType: mimeType, size, expiresInSeconds: EXPIRES_IN_SECONDS };
  return storage.presignPut(uploadKey(uploadId), upload);
}

async function makeRoom(trx: Transaction, { serviceId, createdBy, createdAt: now }: FileUploadRow): Promise<void> {
  await holdService(trx, serviceId);
  const isFull =
    (await hasUploads(trx, { serviceId, createdBy, now, count: MAX_UPLOADS.ofUser })) ||
    (await hasUploads(trx, { serviceId, now, count: MAX_UPLOADS.ofService }));
  if (isFull) throw tooManyRequests(messages.tooManyUploads, { retryAfter: RETRY_AFTER_SECONDS });
}

function toReservation(file: FileRow, { size, expiresAt }: FileUploadRow, url: string): FileReservation {
  const { fileId, serviceId, fileType, mimeType, name, status, createdAt } = file;
  return {
    fileId,
    serviceId,
    fileType: fileType as FileType,
    mimeType,
    name,
    size,
    status: status as FileStatus,
    createdAt,
    url,
    expiresAt,
  };
}
