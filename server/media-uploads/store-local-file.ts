import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { messages } from '#contract/errors.ts';
import { isPictureType, mimeTypeOf } from '#contract/media-types.ts';
import { defaultServiceConfigs } from '#contract/service-configs.ts';
import type { FileRow } from '../database/media-tables.ts';
import { notFound } from '../http/errors.ts';
import { findFileByDigest, insertFile, toNewFile } from '../media/file.repository.ts';
import { originalKey } from '../media/media-keys.ts';
import type { MediaTools } from '../media/media-tools.ts';
import { mediaAddressOf } from '../media/serving/describe-file.ts';
import { toInstant } from '../platform/clock.ts';
import { withScratch } from '../platform/folders.ts';
import { newId } from '../platform/ids.ts';
import { findServiceDetail } from '../services/index.ts';
import type { Storage } from '../storage/index.ts';
import { rejectUnacceptedType } from './announce.ts';
import { checkBytes } from './check-content.ts';

/** Without a storage files are checked, but not stored. */
export type LocalFileTools = Pick<MediaTools, 'database' | 'clock' | 'images' | 'scratchDir' | 'mediaUrl'> & {
  readonly storage: Storage | undefined;
};

interface LocalFile {
  readonly serviceId: string;
  readonly path: string;
  readonly name: string;
  readonly createdBy: string;
}

/**
 * Stores a file of this machine under the limits of uploads, and returns its address. A file with the same bytes is
 * used again. Until a post uses the file it is reserved.
 * @throws {HttpError} when an upload of the file would be rejected
 */
export async function storeLocalFile(
  tools: LocalFileTools,
  { serviceId, path, name, createdBy }: LocalFile,
): Promise<string> {
  const { size } = await stat(path);
  const mimeType = mimeTypeOf(extensionIn(name));
  const service = await findServiceDetail(tools.database.reader, serviceId);
  if (!service && tools.storage) throw notFound(messages.serviceMissing);
  const announced = { fileType: isPictureType(mimeType) ? 'image' : 'file', mimeType, size };
  const fileType = rejectUnacceptedType(service?.configs ?? defaultServiceConfigs, announced);
  const encoding = await checkBytes(async () => createReadStream(path), mimeType);
  const digest = await digestOfFile(path);
  const known = await findFileByDigest(tools.database.reader, { serviceId, digest, mimeType });
  if (known) return mediaAddressOf(known, tools.mediaUrl);
  const now = tools.clock.now();
  const file: FileRow = {
    ...toNewFile({
      fileId: newId(now),
      serviceId,
      fileType,
      mimeType,
      name,
      size,
      createdAt: toInstant(now),
      createdBy,
    }),
    uploadedAt: toInstant(now),
    digest,
    charset: encoding === undefined || encoding === 'utf-8' ? null : encoding,
  };
  if (!tools.storage) return mediaAddressOf(file, tools.mediaUrl);
  const placed = { ...file, ...(await place({ ...tools, storage: tools.storage }, file, path)) };
  await tools.database.writer.transaction().execute((trx) => insertFile(trx, placed));
  return mediaAddressOf(placed, tools.mediaUrl);
}

function extensionIn(name: string): string {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return extension === 'jpeg' ? 'jpg' : extension;
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function place(
  { storage, images, scratchDir }: Pick<MediaTools, 'storage' | 'images' | 'scratchDir'>,
  file: FileRow,
  path: string,
): Promise<Partial<FileRow>> {
  const { mimeType } = file;
  if (!isPictureType(mimeType)) {
    await storage.put(originalKey(file), createReadStream(path));
    return {};
  }
  return withScratch(scratchDir, async (scratch) => {
    const cleaned = join(scratch, 'cleaned');
    const { width, height, isAnimated, placeholder } = await images.clean({ path, mimeType }, cleaned);
    await storage.put(originalKey(file), createReadStream(cleaned));
    return { size: (await stat(cleaned)).size, width, height, isAnimated: isAnimated ? 1 : 0, placeholder };
  });
}
