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
import type { WantedImage } from './image-maker.ts';
import { InvalidImageError } from './image-maker.ts';
import { decode, isMovingType, keepColours, type Picture, rejectBroken } from './picture.ts';

export interface MakeJob {
  readonly path: string;
  readonly wanted: readonly WantedImage[];
}

/** Undefined keeps the size of the picture. */
type SignInPurpose = (Dimensions & { readonly cut: VariantSize['cut'] }) | undefined;

const MAX_HELD = 25_000_000;

export async function makeImages(picture: Picture, { wanted }: MakeJob): Promise<null> {
  if (!wanted.every((one) => fitsFormat(one.mimeType, aimOf(one, picture) ?? picture))) {
    throw new InvalidImageError(messages.imageTooLarge);
  }
  await write(picture, wanted).catch((error) => rejectBroken(picture, error));
  return null;
}

async function write(picture: Picture, requested: readonly WantedImage[]): Promise<void> {
  const moving = requested.filter(({ mimeType }) => picture.isAnimated && isMovingType(mimeType));
  const still = requested.filter((one) => !moving.includes(one));
  for (const one of moving) {
    await writeImage(decode(picture.path, { isAnimated: true }), { picture, one, aim: aimOf(one, picture) });
  }
  // Without a held copy the source is decoded for each output.
  const held = await hold(picture, still).catch(() => undefined);
  // Limits memory: one size at a time, its formats in parallel.
  for (const group of Map.groupBy(still, ({ size }) => size).values()) {
    await Promise.all(
      group.map((one) => {
        const aim = aimOf(one, picture);
        const source = (aim && held) ?? picture.path;
        return writeImage(decode(source, { isAnimated: false }), { picture, one, aim });
      }),
    );
  }
}

function aimOf({ size }: WantedImage, picture: Dimensions): SignInPurpose {
  if (size === RAW) return undefined;
  const variant = parseVariantSize(size);
  if (!variant) throw new Error(`${size} is no size of a picture`);
  return { ...variantDimensions(variant, picture), cut: variant.cut };
}

async function hold(picture: Picture, requested: readonly WantedImage[]): Promise<Buffer | undefined> {
  const aims = requested.map((one) => aimOf(one, picture)).filter((purpose) => purpose !== undefined);
  if (aims.length < 2) return undefined;
  const scale = Math.max(...aims.map(({ width, height }) => Math.max(width / picture.width, height / picture.height)));
  const width = Math.ceil(picture.width * scale);
  const height = Math.ceil(picture.height * scale);
  if (width * height > MAX_HELD) return undefined;
  return keepColours(decode(picture.path, { isAnimated: false }), picture.metadata)
    .resize({ width, height, fit: 'fill' })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

async function writeImage(
  pixels: Sharp,
  { picture, one: { mimeType, path }, aim }: { picture: Picture; one: WantedImage; aim: SignInPurpose },
): Promise<void> {
  const coloured = keepColours(pixels, picture.metadata);
  const { width, height, cut } = aim ?? {};
  const sized = aim ? coloured.resize({ width, height, fit: cut === 'fit' ? 'fill' : 'cover' }) : coloured;
  await ENCODERS[mimeType](sized).toFile(path);
}

const ENCODERS: Record<PictureType, (pixels: Sharp) => Sharp> = {
  'image/jpeg': (pixels) => pixels.flatten({ background: '#fff' }).jpeg({ quality: 82 }),
  'image/png': (pixels) => pixels.png(),
  'image/gif': (pixels) => pixels.gif({ effort: 4 }),
  'image/webp': (pixels) => pixels.webp({ quality: 80, smartSubsample: true }),
  'image/avif': (pixels) => pixels.avif({ quality: 55, effort: 1 }),
};
