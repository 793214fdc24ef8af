import type { AdminFile, FileStatus } from '#contract/admin-files.ts';
import type { FileType } from '#contract/files.ts';
import { extensionOf } from '#contract/media-types.ts';
import type { Db } from '../../database/connect.ts';
import type { FileRow } from '../../database/media-tables.ts';
import { listUsedFileIds } from '../../media-uses/file-use.repository.ts';
import { findServiceDetail } from '../../services/index.ts';
import { describeFile, toWording } from '../serving/describe-file.ts';
import { listDuplicates } from './library.repository.ts';

interface Presenting {
  readonly mediaUrl: string;
}

export async function presentFile(db: Db, file: FileRow, presenting: Presenting): Promise<AdminFile> {
  const [presented] = await presentFiles(db, file.serviceId, [file], presenting);
  if (!presented) throw new Error('A file is missing from the presented ones');
  return presented;
}

export async function presentFiles(
  db: Db,
  serviceId: string,
  files: readonly FileRow[],
  { mediaUrl }: Presenting,
): Promise<AdminFile[]> {
  if (files.length === 0) return [];
  const fileIds = files.map(({ fileId }) => fileId);
  const service = await findServiceDetail(db, serviceId);
  const sizes = service?.configs.mediaUploadImageSizes ?? [];
  const used = await listUsedFileIds(db, serviceId, fileIds);
  const duplicates = await listDuplicates(db, serviceId, fileIds);
  return files.map((file) => {
    const { src = null, variants = [] } = describeFile(file, { sizes, mediaUrl });
    const isUsed = used.has(file.fileId);
    return { ...toOwnFields(file), src, variants, isUsed, sameAs: duplicates.get(file.fileId) ?? null };
  });
}

function toOwnFields(file: FileRow): Omit<AdminFile, 'src' | 'variants' | 'isUsed' | 'sameAs'> {
  const { fileId, serviceId, mimeType, name, size, createdAt, createdBy, updatedAt, uploadedAt } = file;
  const { version, revision, width, height, placeholder } = file;
  return {
    fileId,
    serviceId,
    mimeType,
    name,
    size,
    createdAt,
    createdBy,
    updatedAt,
    uploadedAt,
    version,
    revision,
    width,
    height,
    placeholder,
    fileType: file.fileType as FileType,
    extension: extensionOf(mimeType),
    status: file.status as FileStatus,
    isAnimated: file.isAnimated === 1,
    isWithdrawn: file.isWithdrawn === 1,
    alt: toWording(file.altEn, file.altJa),
    caption: toWording(file.captionEn, file.captionJa),
  };
}
