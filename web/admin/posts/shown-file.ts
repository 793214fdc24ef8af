import type { AdminFile } from '#contract/admin-files.ts';
import type { ImageVariant, ShownFile, Wording } from '#contract/files.ts';
import { parseVariantSize, RAW } from '#contract/image-variants.ts';
import { extensionOf } from '#contract/media-types.ts';

export function toShownFile(file: AdminFile): ShownFile {
  const { fileId, mimeType, name, size, src, width, height, variants, placeholder, alt, caption } = file;
  return {
    fileId,
    mimeType,
    name,
    size,
    variants,
    alt,
    captions: caption,
    ...(src !== null && { src }),
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    ...(placeholder !== null && { placeholder }),
  };
}

export function toThumb({ mimeType, src, variants = [], placeholder }: ShownFile) {
  return { mimeType, extension: extensionOf(mimeType), src: src ?? null, variants, placeholder: placeholder ?? null };
}

export function wordingIn(wording: Wording | undefined, language: 'en' | 'ja'): string {
  return wording?.[language] || wording?.[language === 'ja' ? 'en' : 'ja'] || '';
}

export function sizeForBody({ variants = [] }: ShownFile): string {
  const isWhole = ({ size }: ImageVariant) => parseVariantSize(size)?.cut === 'fit';
  const area = ({ size }: ImageVariant) => {
    const { width = 0, height = 0 } = parseVariantSize(size) ?? {};
    return width * height;
  };
  const [largest] = variants.filter(isWhole).toSorted((a, b) => area(b) - area(a));
  return largest?.size ?? RAW;
}

/** Returns the address without its version query, which would pin readers to the current version of the file. */
export function addressOf({ variants = [], src }: ShownFile, size: string = RAW): string | undefined {
  const found = variants.find((variant) => variant.size === size)?.src ?? src;
  return found?.replace(/[?#].*$/, '');
}
