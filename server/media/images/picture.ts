import { access } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { messages } from '#contract/errors.ts';
import { fitsFormat } from '#contract/image-variants.ts';
import { isPictureType, type PictureType } from '#contract/media-types.ts';
import { isSoundProfile } from './colour-profile.ts';
import { ImageFault } from './image-fault.ts';

/** Of one picture, or of all frames of one that moves. */
const MAX_PIXELS = 150_000_000;
/** Of one that its format has decoded whole before the first line of it comes out. */
const MAX_WHOLE_PIXELS = 64_000_000;
/** Of AVIF, which takes twice the memory of others for each pixel. */
const MAX_AVIF_PIXELS = 24_000_000;
/** What part of what there may be is much. */
const LARGE = 0.25;

sharp.cache(false);
sharp.concurrency(2);
// Whatever else libvips reads is not ours to decode, whoever says that it is a picture.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`),
});

/** What is known of a picture before it is decoded. */
export interface Picture {
  readonly path: string;
  readonly mimeType: PictureType;
  /** Pixels as it is seen, its orientation applied. */
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
  /** Whether it takes so much memory that there had better be no other such at the same time. */
  readonly isLarge: boolean;
  readonly metadata: Metadata;
}

/** Whether browsers play pictures of the format. */
export function isMovingType(mimeType: PictureType): boolean {
  return mimeType === 'image/gif' || mimeType === 'image/webp';
}

/** @throws {ImageFault} for what is no picture, or has too many pixels. */
export async function readPicture(path: string): Promise<Picture> {
  // What is not there is not the picture's fault.
  await access(path);
  const metadata = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new ImageFault(messages.imageUnreadable);
    });
  const { mediaType: mimeType = '', pages = 1, pageHeight = metadata.height } = metadata;
  if (!isPictureType(mimeType)) throw new ImageFault(messages.imageUnreadable);
  const isAnimated = pages > 1 && isMovingType(mimeType);
  const pixels = metadata.width * pageHeight;
  const share = Math.max(
    pixels / mostPixels(mimeType, metadata.isProgressive),
    (isAnimated ? pages : 1) * (pixels / MAX_PIXELS),
  );
  if (share > 1) throw new ImageFault(messages.imageTooLarge);
  const { width, height } = isAnimated ? { width: metadata.width, height: pageHeight } : metadata.autoOrient;
  // It is written anew in its own format.
  if (!fitsFormat(mimeType, { width, height })) throw new ImageFault(messages.imageTooLarge);
  return { path, mimeType, width, height, isAnimated, isLarge: share > LARGE, metadata };
}

/** Of one frame. Only JPEG and PNG can be read line by line, where they do not come finer and finer. */
function mostPixels(mimeType: PictureType, isProgressive = false): number {
  if (mimeType === 'image/avif') return MAX_AVIF_PIXELS;
  const isByLine = (mimeType === 'image/jpeg' || mimeType === 'image/png') && !isProgressive;
  return isByLine ? MAX_PIXELS : MAX_WHOLE_PIXELS;
}

/** Reads it from top to bottom where that will do; of an animation, if asked to, every frame. */
export function decode(source: string | Buffer, { isAnimated }: { isAnimated: boolean }): Sharp {
  return sharp(source, {
    failOn: 'error',
    limitInputPixels: MAX_PIXELS,
    sequentialRead: true,
    animated: isAnimated,
    autoOrient: !isAnimated,
  });
}

/**
 * Keeps the colours as they are meant: with their profile, where it is a sound one of red, green and blue, and
 * otherwise as sRGB or grey, which need none.
 */
export function keepColours(pixels: Sharp, { space, icc }: Metadata): Sharp {
  if (space === 'srgb' || space === 'rgb16') return icc && isSoundProfile(icc) ? pixels.keepIccProfile() : pixels;
  return space === 'b-w' ? pixels.toColourspace('b-w') : pixels;
}

/** Tells a picture that cannot be decoded from one that could not be written. */
export async function refuseBroken({ path, isAnimated }: Picture, error: Error): Promise<never> {
  const isWhole = await decode(path, { isAnimated })
    .resize({ width: 1, height: 1, fit: 'fill' })
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
  throw isWhole ? error : new ImageFault(messages.imageUnreadable);
}
