import { access } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { messages } from '#contract/errors.ts';
import { fitsFormat } from '#contract/image-variants.ts';
import { isPictureType, type PictureType } from '#contract/media-types.ts';
import { InvalidImageError } from './image-processor.ts';

const MAX_BYTES = 64 * 1024;
const HEADER = 128;
const COUNT = 4;
const TAG = 12;
const MAX_TAGS = 100;
const ALIGNMENT = 4;
/** Device classes of displays, scanners, color spaces and printers (ICC.1). */
const CLASSES: readonly string[] = ['mntr', 'scnr', 'spac', 'prtr'];
const CONNECTIONS: readonly string[] = ['XYZ ', 'Lab '];
const RENDERING_INTENTS = 4;

/** Inconsistent profiles break some encoders or can carry hidden data between or after their tags. */
export function isValidProfile(profile: Buffer): boolean {
  return (
    profile.length <= MAX_BYTES && profile.length >= HEADER + COUNT && hasValidHeader(profile) && hasValidTags(profile)
  );
}

function hasValidHeader(profile: Buffer): boolean {
  const name = (at: number) => profile.toString('latin1', at, at + 4);
  return (
    profile.readUInt32BE(0) === profile.length &&
    profile.length % ALIGNMENT === 0 &&
    CLASSES.includes(name(12)) &&
    name(16) === 'RGB ' &&
    CONNECTIONS.includes(name(20)) &&
    name(36) === 'acsp' &&
    profile.readUInt32BE(64) < RENDERING_INTENTS
  );
}

function hasValidTags(profile: Buffer): boolean {
  const count = profile.readUInt32BE(HEADER);
  let end = HEADER + COUNT + count * TAG;
  if (count === 0 || count > MAX_TAGS || end > profile.length) return false;
  const tags = Array.from({ length: count }, (_, index) => {
    const at = HEADER + COUNT + index * TAG;
    return { start: profile.readUInt32BE(at + 4), length: profile.readUInt32BE(at + 8) };
  });
  for (const { start, length } of tags.toSorted((one, other) => one.start - other.start)) {
    if (start < HEADER + COUNT + count * TAG || start % ALIGNMENT !== 0 || start - end >= ALIGNMENT) return false;
    end = Math.max(end, start + length);
  }
  return end <= profile.length && profile.length - end < ALIGNMENT;
}

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
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
  readonly isLarge: boolean;
  readonly metadata: Metadata;
}

export function isMovingType(mimeType: PictureType): boolean {
  return mimeType === 'image/gif' || mimeType === 'image/webp';
}

/**
 * Does not decode the pixels.
 * @throws {InvalidImageError} for unreadable pictures and those with too many pixels
 */
export async function readPicture(path: string): Promise<Picture> {
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

/** Only non-progressive JPEG and PNG decode line by line; other formats need a whole frame in memory. */
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

/** sRGB and gray need no profile. */
export function preserveColorProfile(pixels: Sharp, { space, icc }: Metadata): Sharp {
  if (space === 'srgb' || space === 'rgb16') return icc && isValidProfile(icc) ? pixels.keepIccProfile() : pixels;
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
