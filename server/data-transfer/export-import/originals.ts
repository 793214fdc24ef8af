import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { isPictureType, type PictureType } from '#contract/media-types.ts';
import type { FileRow } from '../../database/media-tables.ts';
import { HttpError } from '../../http/errors.ts';
import { checkBytes, createImageMaker, type ImageMaker, originalKey, withScratch } from '../../media/index.ts';
import type { Storage } from '../../storage/index.ts';
import { TransferError } from '../transfer-error.ts';
import { isInside, type ManifestPart, whatIsWrong } from './manifest.ts';
import { RecordWriter, readRecords } from './record-files.ts';

/** Part that lists the originals; the bytes are in the folder `media` under their storage keys. */
export const ORIGINALS = 'originals';
const MEDIA = 'media';

const OriginalRecord = z.strictObject({
  fileId: z.string().regex(/^[0-9a-z]{26}$/),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export type OriginalFile = Pick<FileRow, 'serviceId' | 'fileId' | 'fileType' | 'mimeType' | 'version' | 'size'>;

export interface ExportedOriginals {
  readonly part: ManifestPart;
  /** Ids of files whose bytes are missing or of another size in the storage. */
  readonly missing: readonly string[];
}

interface Copying {
  readonly storage: Storage;
  readonly folder: string;
  readonly onCopied: () => void;
}

export async function exportOriginals(
  files: readonly OriginalFile[],
  { storage, folder, onCopied }: Copying,
): Promise<ExportedOriginals> {
  const writer = new RecordWriter(folder, ORIGINALS);
  const missing: string[] = [];
  for (const file of files) {
    const copied = await copyOut(storage, file, join(folder, MEDIA, originalKey(file)));
    if (copied) await writer.add({ fileId: file.fileId, ...copied });
    else missing.push(file.fileId);
    onCopied();
  }
  return { part: await writer.end(), missing };
}

async function copyOut(storage: Storage, file: OriginalFile, path: string) {
  const found = await storage.get(originalKey(file));
  if (!found) return undefined;
  // Replaced since its record was read.
  if (found.size !== file.size) {
    found.content.destroy();
    return undefined;
  }
  await mkdir(dirname(path), { recursive: true });
  const hash = createHash('sha256');
  await pipeline(found.content, hashing(hash), createWriteStream(path, { flags: 'wx' }));
  return { bytes: found.size, sha256: hash.digest('hex') };
}

function hashing(hash: ReturnType<typeof createHash>) {
  return async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  };
}

export interface ImportedOriginal {
  readonly fileId: string;
  readonly mimeType: string;
  readonly key: string;
  readonly path: string;
  readonly sha256: string;
}

/**
 * Checks presence and size of the originals of an export without reading them.
 * @throws {TransferError} when one is missing or does not match
 */
export async function checkOriginals(
  part: ManifestPart | undefined,
  { folder, originals, onChecked }: { folder: string; originals: ReadonlyMap<string, OriginalFile>; onChecked(): void },
): Promise<ImportedOriginal[]> {
  const found: ImportedOriginal[] = [];
  for (const file of part?.files ?? []) {
    for (const { value, place } of await readRecords(folder, file)) {
      const { data: record, error } = OriginalRecord.safeParse(value);
      if (!record) throw new TransferError(`${place}: ${whatIsWrong(error)}`);
      const original = originals.get(record.fileId);
      if (!original) throw new TransferError(`${place}: file ${record.fileId} is not in this export.`);
      if (record.bytes !== original.size) throw new TransferError(`${place}: bytes are not those of the file.`);
      const key = originalKey(original);
      await rejectOther(folder, `${MEDIA}/${key}`, record.bytes);
      const { fileId, mimeType } = original;
      found.push({ fileId, mimeType, key, path: join(folder, MEDIA, key), sha256: record.sha256 });
      onChecked();
    }
  }
  return found;
}

async function rejectOther(folder: string, path: string, bytes: number): Promise<void> {
  const info = await lstat(join(folder, path)).catch(() => undefined);
  if (!info) throw new TransferError(`${path} is missing.`);
  if (!info.isFile() || !(await isInside(folder, join(folder, path))))
    throw new TransferError(`${path} is no file of this folder.`);
  if (info.size !== bytes) throw new TransferError(`${path} is damaged: it is not as long as the export says.`);
}

/** Properties of decoded pictures by file id; they replace those of the records, which are untrusted. */
export type ImportedPictures = ReadonlyMap<
  string,
  Pick<FileRow, 'size' | 'width' | 'height' | 'isAnimated' | 'placeholder'>
>;

interface Putting {
  readonly storage: Storage;
  readonly workFolder: string;
  readonly onPut: () => void;
}

/**
 * Stores originals, checking and cleaning each like an upload. After a failure the stored ones are deleted.
 * @throws {TransferError} when bytes do not match the checksum or the announced type
 */
export async function putOriginals(
  originals: readonly ImportedOriginal[],
  { storage, workFolder, onPut }: Putting,
): Promise<ImportedPictures> {
  const images = createImageMaker();
  const pictures = new Map();
  let count = 0;
  try {
    for (const original of originals) {
      count += 1;
      await rejectDamaged(original);
      const { key, path, mimeType, fileId } = original;
      if (isPictureType(mimeType)) {
        const picture = { path, mimeType, key };
        pictures.set(
          fileId,
          await withScratch(workFolder, (scratch) => putPicture(picture, { storage, images, scratch })),
        );
      } else await storage.put(key, createReadStream(path));
      onPut();
    }
    return pictures;
  } catch (error) {
    await removeOriginals(originals.slice(0, count), storage);
    throw error;
  } finally {
    await images.close();
  }
}

async function rejectDamaged({ key, path, sha256, mimeType }: ImportedOriginal): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  if (hash.digest('hex') !== sha256)
    throw new TransferError(`${MEDIA}/${key} is damaged: it is not what the export says.`);
  await checkBytes(async () => createReadStream(path), mimeType).catch((error) => rejectAs(key, error));
}

async function putPicture(
  { key, path, mimeType }: { readonly key: string; readonly path: string; readonly mimeType: PictureType },
  { storage, images, scratch }: { readonly storage: Storage; readonly images: ImageMaker; readonly scratch: string },
) {
  const cleaned = join(scratch, 'cleaned');
  const { width, height, isAnimated, placeholder } = await images
    .clean({ path, mimeType, isLeftIfBare: true }, cleaned)
    .catch((error) => rejectAs(key, error));
  await storage.put(key, createReadStream(cleaned));
  return { size: (await stat(cleaned)).size, width, height, isAnimated: isAnimated ? 1 : 0, placeholder };
}

function rejectAs(key: string, error: unknown): never {
  throw error instanceof HttpError ? new TransferError(`${MEDIA}/${key}: ${error.body.message}.`) : error;
}

export async function removeOriginals(originals: readonly ImportedOriginal[], storage: Storage): Promise<void> {
  for (const { key } of originals) await storage.delete(key);
}
