import type { PictureType } from './media-types.ts';

/** The original, cleaned of what nobody else needs to know. */
export const RAW = 'raw';

/**
 * A size of a service's settings: `800x600` fits inside the box and is never enlarged, `800x600xc` is scaled and cut
 * around its centre to fill the box, `400x400xs` is a square cut from the centre, made smaller to that width.
 */
export interface VariantSize {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly cut: 'fit' | 'cover' | 'square';
}

export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** Reads a size; a letter that stands for nothing is read as none. */
export function parseVariantSize(name: string): VariantSize | undefined {
  const [, width, height, mode] = /^([1-9][0-9]{0,4})x([1-9][0-9]{0,4})(?:x([a-z]))?$/.exec(name) ?? [];
  if (width === undefined || height === undefined) return undefined;
  const cut = mode === 'c' ? 'cover' : mode === 's' ? 'square' : 'fit';
  return { name, width: Number(width), height: Number(height), cut };
}

/** How large a picture becomes in a size. No picture is ever made larger than it is. */
export function variantDimensions(size: VariantSize, { width, height }: Dimensions): Dimensions {
  if (size.cut === 'square') {
    const side = Math.min(width, height, size.width);
    return { width: side, height: side };
  }
  if (size.cut === 'cover') return { width: Math.min(size.width, width), height: Math.min(size.height, height) };
  const scale = Math.min(1, size.width / width, size.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Pixels, either way, beyond which a format ends; the others end later than any picture that is taken. */
const LONGEST_SIDES: Partial<Record<PictureType, number>> = { 'image/webp': 16_383, 'image/avif': 16_384 };
/** More pixels than that would take minutes, and gigabytes of memory, to be written. */
const MOST_PIXELS: Partial<Record<PictureType, number>> = { 'image/avif': 50_000_000 };

/** Whether a picture as large as that can be written in a format. */
export function fitsFormat(mimeType: PictureType, { width, height }: Dimensions): boolean {
  const { [mimeType]: longest = Number.POSITIVE_INFINITY } = LONGEST_SIDES;
  const { [mimeType]: most = Number.POSITIVE_INFINITY } = MOST_PIXELS;
  return Math.max(width, height) <= longest && width * height <= most;
}
