import type { PictureType } from './media-types.ts';

/** Size name of the original without its metadata. */
export const RAW = 'raw';

/**
 * An image size of a service's settings: `800x600` fits inside the box and never enlarges, `800x600xc` scales and crops
 * around the center to fill the box, `400x400xs` crops a centered square and scales it down to that width.
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

/** Parses a size name. An unknown mode letter is ignored; returns undefined for other invalid names. */
export function parseVariantSize(name: string): VariantSize | undefined {
  const [, width, height, mode] = /^([1-9][0-9]{0,4})x([1-9][0-9]{0,4})(?:x([a-z]))?$/.exec(name) ?? [];
  if (width === undefined || height === undefined) return undefined;
  const cut = mode === 'c' ? 'cover' : mode === 's' ? 'square' : 'fit';
  return { name, width: Number(width), height: Number(height), cut };
}

/** Images are never enlarged. */
export function variantDimensions(size: VariantSize, { width, height }: Dimensions): Dimensions {
  if (size.cut === 'square') {
    const side = Math.min(width, height, size.width);
    return { width: side, height: side };
  }
  if (size.cut === 'cover') return { width: Math.min(size.width, width), height: Math.min(size.height, height) };
  const scale = Math.min(1, size.width / width, size.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

interface Picture extends Dimensions {
  readonly src: string;
  readonly variants?: readonly (Dimensions & { readonly size: string; readonly src: string })[] | undefined;
}

/** The smallest variant with a side of at least this many pixels, or the original. Ignores squares. */
export function pictureOfSide({ src, width, height, variants = [] }: Picture, side: number) {
  const longest = (one: Dimensions) => Math.max(one.width, one.height);
  const enough = Math.min(side, longest({ width, height }));
  const [smallest = { src, width, height }] = variants
    .filter(({ size, ...variant }) => longest(variant) >= enough && parseVariantSize(size)?.cut !== 'square')
    .toSorted((one, other) => longest(one) - longest(other));
  return { src: smallest.src, width: smallest.width, height: smallest.height };
}

/** Maximum side length in pixels per format. Other formats allow more than any accepted image has. */
const LONGEST_SIDES: Partial<Record<PictureType, number>> = { 'image/webp': 16_383, 'image/avif': 16_384 };
/** Larger AVIF images would take minutes and gigabytes of memory to encode. */
const MOST_PIXELS: Partial<Record<PictureType, number>> = { 'image/avif': 50_000_000 };

export function fitsFormat(mimeType: PictureType, { width, height }: Dimensions): boolean {
  const { [mimeType]: longest = Number.POSITIVE_INFINITY } = LONGEST_SIDES;
  const { [mimeType]: most = Number.POSITIVE_INFINITY } = MOST_PIXELS;
  return Math.max(width, height) <= longest && width * height <= most;
}
