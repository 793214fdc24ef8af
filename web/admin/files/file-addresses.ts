import type { AdminFile } from '#contract/admin-files.ts';
import type { ImageVariant } from '#contract/files.ts';
import { isPictureType } from '#contract/media-types.ts';

type Pictured = Pick<AdminFile, 'mimeType' | 'src' | 'variants'>;

export function withServedUrls(file: AdminFile): AdminFile {
  const isServed = !file.isWithdrawn && (file.status !== 'removed' || file.isUsed);
  return isServed ? file : { ...file, src: null, variants: [] };
}

export function wholeVariants(variants: readonly ImageVariant[]): ImageVariant[] {
  return variants.filter(({ size }) => /^[0-9]+x[0-9]+$/.test(size)).sort((a, b) => a.width - b.width);
}

/**
 * Returns the URL of the smallest uncropped size with at least `pixels` on its longer side, else of the largest;
 * undefined for other types.
 */
export function pictureAddress({ mimeType, src, variants }: Pictured, pixels: number): string | undefined {
  if (!isPictureType(mimeType) || src === null) return undefined;
  const fitting = wholeVariants(variants).find(({ width, height }) => Math.max(width, height) >= pixels);
  return (fitting ?? wholeVariants(variants).at(-1))?.src ?? src;
}

export function wholeAddress(src: string): string {
  return new URL(src, location.origin).href;
}

export function downloadAddress(src: string): string {
  return `${src}${src.includes('?') ? '&' : '?'}download`;
}
