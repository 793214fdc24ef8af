import type { Sharp } from 'sharp';
import { messages } from '#contract/errors.ts';
import {
  type Dimensions,
  fitsFormat,
  parseVariantSize,
  RAW,
  type VariantSize,
  variantDimensions,
} from '#contract/image-variants.ts';
import type { PictureType } from '#contract/media-types.ts';
import { type ImageTarget, InvalidImageError } from './image-processor.ts';
import { decode, isMovingType, type Picture, preserveColorProfile, rejectBroken } from './picture.ts';

export interface MakeJob {
  readonly path: string;
  readonly wanted: readonly ImageTarget[];
}

/** Undefined keeps the size of the picture. */
type OutputSize = (Dimensions & { readonly cut: VariantSize['cut'] }) | undefined;

const MAX_INTERMEDIATE_PIXELS = 25_000_000;

export async function makeImages(picture: Picture, { wanted }: MakeJob): Promise<null> {
  if (!wanted.every((target) => fitsFormat(target.mimeType, outputSizeOf(target, picture) ?? picture))) {
    throw new InvalidImageError(messages.imageTooLarge);
  }
  await write(picture, wanted).catch((error) => rejectBroken(picture, error));
  return null;
}

async function write(picture: Picture, targets: readonly ImageTarget[]): Promise<void> {
  const animated = targets.filter(({ mimeType }) => picture.isAnimated && isMovingType(mimeType));
  const still = targets.filter((target) => !animated.includes(target));
  for (const target of animated) {
    await writeImage(decode(picture.path, { isAnimated: true }), {
      picture,
      target,
      outputSize: outputSizeOf(target, picture),
    });
  }
  // Without an intermediate copy the source is decoded for each output.
  const intermediate = await makeIntermediate(picture, still).catch(() => undefined);
  // Limits memory: one size at a time, its formats in parallel.
  for (const group of Map.groupBy(still, ({ size }) => size).values()) {
    await Promise.all(
      group.map((target) => {
        const outputSize = outputSizeOf(target, picture);
        const source = (outputSize && intermediate) ?? picture.path;
        return writeImage(decode(source, { isAnimated: false }), { picture, target, outputSize });
      }),
    );
  }
}

function outputSizeOf({ size }: ImageTarget, picture: Dimensions): OutputSize {
  if (size === RAW) return undefined;
  const variant = parseVariantSize(size);
  if (!variant) throw new Error(`${size} is not an image size`);
  return { ...variantDimensions(variant, picture), cut: variant.cut };
}

async function makeIntermediate(picture: Picture, targets: readonly ImageTarget[]): Promise<Buffer | undefined> {
  const outputSizes = targets.map((target) => outputSizeOf(target, picture)).filter((size) => size !== undefined);
  if (outputSizes.length < 2) return undefined;
  const scale = Math.max(
    ...outputSizes.map(({ width, height }) => Math.max(width / picture.width, height / picture.height)),
  );
  const width = Math.ceil(picture.width * scale);
  const height = Math.ceil(picture.height * scale);
  if (width * height > MAX_INTERMEDIATE_PIXELS) return undefined;
  return preserveColorProfile(decode(picture.path, { isAnimated: false }), picture.metadata)
    .resize({ width, height, fit: 'fill' })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

async function writeImage(
  pixels: Sharp,
  {
    picture,
    target: { mimeType, path },
    outputSize,
  }: { picture: Picture; target: ImageTarget; outputSize: OutputSize },
): Promise<void> {
  const colored = preserveColorProfile(pixels, picture.metadata);
  const { width, height, cut } = outputSize ?? {};
  const sized = outputSize ? colored.resize({ width, height, fit: cut === 'fit' ? 'fill' : 'cover' }) : colored;
  await ENCODERS[mimeType](sized).toFile(path);
}

const ENCODERS: Record<PictureType, (pixels: Sharp) => Sharp> = {
  'image/jpeg': (pixels) => pixels.flatten({ background: '#fff' }).jpeg({ quality: 82 }),
  'image/png': (pixels) => pixels.png(),
  'image/gif': (pixels) => pixels.gif({ effort: 4 }),
  'image/webp': (pixels) => pixels.webp({ quality: 80, smartSubsample: true }),
  'image/avif': (pixels) => pixels.avif({ quality: 55, effort: 1 }),
};
