import type { AdminFile } from '#contract/admin-files.ts';
import type { ImageVariant } from '#contract/files.ts';
import { isPictureType } from '#contract/media-types.ts';

type Pictured = Pick<AdminFile, 'mimeType' | 'src' | 'variants'>;

/**
 * A file as far as readers get it: what was removed and is nowhere shown, or was deleted although it is, has no
 * address any more.
 */
export function asServed(file: AdminFile): AdminFile {
  const isServed = !file.isWithdrawn && (file.status !== 'removed' || file.isUsed);
  return isServed ? file : { ...file, src: null, variants: [] };
}

/** Sizes that show the whole picture; others are cut. */
export function wholeVariants(variants: readonly ImageVariant[]): ImageVariant[] {
  return variants.filter(({ size }) => /^[0-9]+x[0-9]+$/.test(size)).sort((a, b) => a.width - b.width);
}

/** The address of the smallest size that fills so many pixels; nothing for what is no picture. */
export function pictureAddress({ mimeType, src, variants }: Pictured, pixels: number): string | undefined {
  if (!isPictureType(mimeType) || src === null) return undefined;
  const fitting = wholeVariants(variants).find(({ width, height }) => Math.max(width, height) >= pixels);
  return (fitting ?? wholeVariants(variants).at(-1))?.src ?? src;
}
