import type { ShownFile } from '#contract/files.ts';
import { parseVariantSize } from '#contract/image-variants.ts';
import { isImage, type ShownImage } from './post-media.ts';

export interface ListPicture {
  readonly src: string;
  readonly srcSet: string | undefined;
  readonly square: string;
  readonly placeholder: string | undefined;
}

/** Side in pixels, for high-density screens. */
const SQUARE = 224;

export function toListPicture(thumbnail: ShownFile | undefined): ListPicture | undefined {
  if (!thumbnail || !isImage(thumbnail)) return undefined;
  const { src, srcSet, placeholder } = thumbnail;
  return { src, srcSet, square: squareOf(thumbnail), placeholder };
}

/** Prefers variants cropped to a square, which have fewer pixels; falls back to the original. */
function squareOf({ src, variants = [] }: ShownImage): string {
  const least = (one: { width: number; height: number }) => Math.min(one.width, one.height);
  const fitting = variants
    .filter(({ size }) => parseVariantSize(size) !== undefined)
    .filter((one) => least(one) >= SQUARE)
    .toSorted((one, other) => one.width * one.height - other.width * other.height);
  return fitting[0]?.src ?? src;
}
