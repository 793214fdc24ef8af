import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isPictureType, type PictureType } from '#contract/media-types.ts';
import { Id } from '#contract/text.ts';
import type { FileRow } from '../../database/media-tables.ts';
import { HttpError } from '../../http/errors.ts';
import { originalKey } from '../../media/index.ts';
import { createImageProcessor, type ImageProcessor } from '../../media-images/index.ts';
import { checkBytes } from '../../media-uploads/index.ts';
import { withScratch } from '../../platform/folders.ts';
import type { Storage } from '../../storage/index.ts';
import { Checksum, checksumOfFile, writeWithChecksum } from '../checksum.ts';
import { TransferError } from '../transfer-error.ts';
import { describeIssue, type ManifestPart, RecordWriter, readRecords, sizeOfFile } from './export-files.ts';

/** Part that lists the originals; the bytes are in the folder `media` under their storage keys. */
export const ORIGINALS = 'originals';
const MEDIA = 'media';

const OriginalRecord = z.strictObject({ fileId: Id, ...Checksum.shape });

export type OriginalFile = Pick<FileRow, 'serviceId' | 'fileId' | 'fileType' | 'mimeType' | 'version' | 'size'>;

export interface ExportedOriginals {
  readonly part: ManifestPart;
  /** Ids of files whose bytes are missing or of another size in the storage. */
  readonly missing: readonly string[];
}

interface ExportOptions {
  readonly storage: Storage;
  readonly folder: string;
  readonly onCopied: () => void;
}

export async function exportOriginals(
  files: readonly OriginalFile[],
  { storage, folder, onCopied }: ExportOptions,
): Promise<ExportedOriginals> {
  const writer = new RecordWriter(folder, ORIGINALS);
  const missing: string[] = [];
  for (const file of files) {
    const checksum = await exportOriginal(storage, file, join(folder, MEDIA, originalKey(file)));
    if (checksum) await writer.add({ fileId: file.fileId, ...checksum });
    else missing.push(file.fileId);
    onCopied();
  }
  return { part: await writer.end(), missing };
}

async function exportOriginal(storage: Storage, file: OriginalFile, path: string): Promise<Checksum | undefined> {
  const stored = await storage.get(originalKey(file));
  if (!stored) return undefined;
  // Replaced since its record was read.
  if (stored.size !== file.size) {
    stored.content.destroy();
    return undefined;
  }
  return writeWithChecksum(stored.content, path);
}

export interface ImportedOriginal {
  readonly fileId: string;
  readonly mimeType: string;
  readonly key: string;
  readonly path: string;
  readonly sha256: string;
}

interface CheckOptions {
  readonly folder: string;
  readonly originals: ReadonlyMap<string, OriginalFile>;
}

/**
 * Checks presence and size only.
 * @throws {TransferError} when an original is missing or does not match
 */
export async function checkOriginals(
  part: ManifestPart | undefined,
  { onChecked, ...exported }: CheckOptions & { readonly onChecked: () => void },
): Promise<ImportedOriginal[]> {
  const checked: ImportedOriginal[] = [];
  for (const file of part?.files ?? []) {
    for (const { value, location } of await readRecords(exported.folder, file)) {
      checked.push(await checkOriginal(value, location, exported));
      onChecked();
    }
  }
  return checked;
}

async function checkOriginal(
  value: unknown,
  location: string,
  { folder, originals }: CheckOptions,
): Promise<ImportedOriginal> {
  const { data: record, error } = OriginalRecord.safeParse(value);
  if (!record) throw new TransferError(`${location}: ${describeIssue(error)}`);
  const { fileId, bytes, sha256 } = record;
  const original = originals.get(fileId);
  if (!original) throw new TransferError(`${location}: file ${fileId} is not in this export.`);
  if (bytes !== original.size) throw new TransferError(`${location}: bytes does not match the file.`);
  const key = originalKey(original);
  const path = `${MEDIA}/${key}`;
  if ((await sizeOfFile(folder, path)) !== bytes)
    throw new TransferError(`${path} is damaged: its size differs from the export.`);
  return { fileId, mimeType: original.mimeType, key, path: join(folder, path), sha256 };
}

/** Properties of decoded pictures by file id; they replace those of the records, which are untrusted. */
export type ImportedPictures = ReadonlyMap<
  string,
  Pick<FileRow, 'size' | 'width' | 'height' | 'isAnimated' | 'placeholder'>
>;

interface StoreOptions {
  readonly storage: Storage;
  readonly workFolder: string;
  readonly onStored: () => void;
}

/**
 * Checks and cleans each original like an upload. After a failure the stored ones are deleted.
 * @throws {TransferError} when bytes do not match the checksum or the announced type
 */
export async function storeOriginals(
  originals: readonly ImportedOriginal[],
  { storage, workFolder, onStored }: StoreOptions,
): Promise<ImportedPictures> {
  const images = createImageProcessor();
  const pictures = new Map();
  let count = 0;
  try {
    for (const original of originals) {
      count += 1;
      await rejectDamaged(original);
      const { key, path, mimeType, fileId } = original;
      if (isPictureType(mimeType)) {
        const picture = { path, mimeType, key };
        const store = (scratch: string) => storePicture(picture, { storage, images, scratch });
        pictures.set(fileId, await withScratch(workFolder, store));
      } else await storage.put(key, createReadStream(path));
      onStored();
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
  if ((await checksumOfFile(path)).sha256 !== sha256)
    throw new TransferError(`${MEDIA}/${key} is damaged: its content differs from the export.`);
  await checkBytes(async () => createReadStream(path), mimeType).catch((error) => rejectAs(key, error));
}

async function storePicture(
  { key, path, mimeType }: { readonly key: string; readonly path: string; readonly mimeType: PictureType },
  {
    storage,
    images,
    scratch,
  }: { readonly storage: Storage; readonly images: ImageProcessor; readonly scratch: string },
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
