import { access } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { messages } from '#contract/errors.ts';
import { fitsFormat } from '#contract/image-variants.ts';
import { isPictureType, type PictureType } from '#contract/media-types.ts';
import { isSoundProfile } from './colour-profile.ts';
import { InvalidImageError } from './invalid-image-error.ts';

const MAX_PIXELS = 150_000_000;
const MAX_WHOLE_PIXELS = 64_000_000;
/** AVIF takes twice the memory per pixel. */
const MAX_AVIF_PIXELS = 24_000_000;
const LARGE = 0.25;

sharp.cache(false);
sharp.concurrency(2);
// Security: only these decoders of libvips are allowed, whatever type the client claims.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`),
});

export interface Picture {
  readonly path: string;
  readonly mimeType: PictureType;
  /** Width in pixels after applying the orientation. */
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
  /** True when the picture takes too much memory to be processed beside another large one. */
  readonly isLarge: boolean;
  readonly metadata: Metadata;
}

export function isMovingType(mimeType: PictureType): boolean {
  return mimeType === 'image/gif' || mimeType === 'image/webp';
}

/**
 * Reads metadata without decoding the pixels.
 * @throws {ImageFault} for unreadable pictures and those with too many pixels
 */
export async function readPicture(path: string): Promise<Picture> {
  // A missing file is not a fault of the picture.
  await access(path);
  const metadata = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new InvalidImageError(messages.imageUnreadable);
    });
  const { mediaType: mimeType = '', pages = 1, pageHeight = metadata.height } = metadata;
  if (!isPictureType(mimeType)) throw new InvalidImageError(messages.imageUnreadable);
  const isAnimated = pages > 1 && isMovingType(mimeType);
  const pixels = metadata.width * pageHeight;
  const share = Math.max(
    pixels / mostPixels(mimeType, metadata.isProgressive),
    (isAnimated ? pages : 1) * (pixels / MAX_PIXELS),
  );
  if (share > 1) throw new InvalidImageError(messages.imageTooLarge);
  const { width, height } = isAnimated ? { width: metadata.width, height: pageHeight } : metadata.autoOrient;
  // The picture is encoded again in its own format, which has limits of its own.
  if (!fitsFormat(mimeType, { width, height })) throw new InvalidImageError(messages.imageTooLarge);
  return { path, mimeType, width, height, isAnimated, isLarge: share > LARGE, metadata };
}

/** Limit of a single frame. Only non-progressive JPEG and PNG decode line by line. */
function mostPixels(mimeType: PictureType, isProgressive = false): number {
  if (mimeType === 'image/avif') return MAX_AVIF_PIXELS;
  const isByLine = (mimeType === 'image/jpeg' || mimeType === 'image/png') && !isProgressive;
  return isByLine ? MAX_PIXELS : MAX_WHOLE_PIXELS;
}

export function decode(source: string | Buffer, { isAnimated }: { isAnimated: boolean }): Sharp {
  return sharp(source, {
    failOn: 'error',
    limitInputPixels: MAX_PIXELS,
    sequentialRead: true,
    animated: isAnimated,
    autoOrient: !isAnimated,
  });
}

/** Keeps a sound RGB profile; otherwise converts to sRGB or gray, which need none. */
export function keepColours(pixels: Sharp, { space, icc }: Metadata): Sharp {
  if (space === 'srgb' || space === 'rgb16') return icc && isSoundProfile(icc) ? pixels.keepIccProfile() : pixels;
  return space === 'b-w' ? pixels.toColourspace('b-w') : pixels;
}

export async function rejectBroken({ path, isAnimated }: Picture, error: Error): Promise<never> {
  const isWhole = await decode(path, { isAnimated })
    .resize({ width: 1, height: 1, fit: 'fill' })
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
  throw isWhole ? error : new InvalidImageError(messages.imageUnreadable);
}
