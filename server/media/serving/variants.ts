import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { messages } from '#contract/errors.ts';
import { fitsFormat, parseVariantSize, variantDimensions } from '#contract/image-variants.ts';
import { extensionOf, isPictureType, type PictureType } from '#contract/media-types.ts';
import type { Database } from '../../database/connect.ts';
import type { FileRow } from '../../database/media-tables.ts';
import { Refusal } from '../../platform/errors.ts';
import { findServiceDetail } from '../../services/index.ts';
import type { Storage } from '../../storage/index.ts';
import { findFile } from '../file.repository.ts';
import type { ImageMaker } from '../images/image-maker.ts';
import { originalKey, variantKey } from '../media-keys.ts';
import { fetchObject, withScratch } from '../scratch.ts';
import { pictureOf } from './describe-file.ts';
import { Workshop } from './workshop.ts';

export interface VariantTools {
  readonly database: Database;
  readonly storage: Storage;
  readonly images: ImageMaker;
  readonly scratchDir: string;
}

/** A size of the settings in one format. */
export interface Variant {
  readonly size: string;
  readonly mimeType: PictureType;
}

const AVIF: PictureType = 'image/avif';
/** How many pictures are made of an original in one go. */
const BATCH = 8;
/** How often a variant is begun again because its file was replaced meanwhile. */
const MAX_TRIES = 3;

/** The file that a variant was made of, which may have been replaced since it was asked for; or nothing of it is there. */
export type MadeOf = FileRow | undefined;

const workshops = new WeakMap<Storage, Workshop<MadeOf>>();

export function workshopOf(storage: Storage): Workshop<MadeOf> {
  const found = workshops.get(storage) ?? new Workshop<MadeOf>();
  workshops.set(storage, found);
  return found;
}

/**
 * Makes a picture in every size of the settings, anew where there is one already: in its own format and in WebP, and
 * after that in AVIF. Does nothing for other files.
 * @throws {Refusal} when it cannot be done, or not now.
 */
export async function makeVariants(tools: VariantTools, file: FileRow): Promise<void> {
  const service = pictureOf(file) && (await findServiceDetail(tools.database.reader, file.serviceId));
  if (!service) return;
  const sizes = service.configs.mediaUploadImageSizes.filter((size) => parseVariantSize(size) !== undefined);
  const all = sizes.flatMap((size) => formatsOf(file, size).map((mimeType) => ({ size, mimeType })));
  const isSlow = ({ mimeType }: Variant) => mimeType === AVIF && mimeType !== file.mimeType;
  for (const wanted of [all.filter((variant) => !isSlow(variant)), all.filter(isSlow)]) {
    const isFree = (variant: Variant) => workshopOf(tools.storage).find(nameOf(file, variant)) === undefined;
    for (let at = 0; at < wanted.length; at += BATCH) {
      const batch = wanted.slice(at, at + BATCH).filter(isFree);
      if (batch.length > 0 && !(await makeTogether(tools, file, batch))) return;
    }
  }
}

/**
 * Makes a picture in a size and format in which it is missing: once, however many ask. Answers with the file that it
 * was made of, which may have been replaced meanwhile; with nothing where there is no original.
 * @throws {Refusal} when it cannot be done, or not now.
 */
export async function makeVariant(tools: VariantTools, file: FileRow, variant: Variant): Promise<MadeOf> {
  return workshopOf(tools.storage).find(nameOf(file, variant)) ?? makeTogether(tools, file, [variant]);
}

/** The formats that a picture is served in, in a size of the settings: its own, and those that can be made of it. */
export function formatsOf(file: FileRow, size: string): PictureType[] {
  const { mimeType } = file;
  const [picture, variant] = [pictureOf(file), parseVariantSize(size)];
  if (!picture || !variant || !isPictureType(mimeType)) return [];
  const formats = new Set<PictureType>([mimeType, 'image/webp', ...(file.isAnimated === 1 ? [] : [AVIF])]);
  return [...formats].filter((format) => fitsFormat(format, variantDimensions(variant, picture)));
}

/** Names a variant of the bytes that a file has now. */
export function nameOf(file: FileRow, variant: Variant): string {
  return `${keyOf(file, variant)}?v=${file.version}`;
}

export function keyOf(file: FileRow, { size, mimeType }: Variant): string {
  return variantKey(file, size, extensionOf(mimeType));
}

function makeTogether(tools: VariantTools, file: FileRow, variants: readonly Variant[]): Promise<MadeOf> {
  const names = variants.map((variant) => nameOf(file, variant));
  return workshopOf(tools.storage).make(names, () => makeCurrent(tools, file, variants));
}

/**
 * Makes them of the original as it is then: where that is replaced meanwhile nothing stays, and it is begun again.
 * Answers with the file as it is afterwards, or with nothing where there is no original.
 */
async function makeCurrent(tools: VariantTools, file: FileRow, variants: readonly Variant[]): Promise<MadeOf> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const made = await workshopOf(tools.storage).inTurn(() => makeFrom(tools, file, variants));
    if (!made) break;
    if (made.done === 'missing') return undefined;
    const now = await findFile(tools.database.reader, file.serviceId, file.fileId);
    if (made.done === 'made' && now) return now;
    for (const variant of variants) await tools.storage.delete(keyOf(file, variant));
    if (!now) return undefined;
  }
  throw new Refusal(503, { message: messages.unavailable });
}

async function makeFrom(
  { storage, images, scratchDir }: VariantTools,
  file: FileRow,
  variants: readonly Variant[],
): Promise<'made' | 'overtaken' | 'missing'> {
  const key = originalKey(file);
  const before = await storage.head(key);
  if (!before) return 'missing';
  const isReplaced = async () => (await storage.head(key))?.etag !== before.etag;
  return withScratch(scratchDir, async (scratch) => {
    const source = { path: join(scratch, 'original') };
    if (!(await fetchObject(storage, key, source.path))) return 'missing';
    const wanted = variants.map((variant, at) => ({ ...variant, path: join(scratch, String(at)) }));
    await images.make(source, wanted);
    // What is out of date already is better not stored at all.
    if (await isReplaced()) return 'overtaken';
    for (const variant of wanted) await storage.put(keyOf(file, variant), createReadStream(variant.path));
    // Whoever replaces it puts the new one first and takes the sizes of the old one away after that.
    return (await isReplaced()) ? 'overtaken' : 'made';
  });
}
