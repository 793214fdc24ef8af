import type { ImageVariant, ShownFile } from './public-api.ts';

export type ImageFormat = 'webp' | 'avif';

export interface ImageWish {
  /** In pixels of the screen, times its density: 800 for 400 on a dense one. */
  readonly width?: number;
  readonly height?: number;
  /** That format and no other. Unless one is given, each browser gets the best that it says it can show. */
  readonly format?: ImageFormat;
  /** Where the site is, for installations whose media addresses begin at its root. */
  readonly baseUrl?: string;
}

/** Pictures that are made in other formats; one that may move stays what it is in AVIF. */
const FORMATS: Readonly<Record<ImageFormat, readonly string[]>> = {
  webp: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'],
  avif: ['image/jpeg', 'image/png', 'image/avif'],
};

/** How far two shapes may differ and still be taken for the same. */
const SAME_SHAPE = 0.02;

/**
 * The address of the smallest size of a picture that is as large as asked for, or else of the largest there is; of the
 * original where nothing is asked for, there are no sizes, or it is the one that is large enough for a page.
 * With width and height a size that is cut to that shape is taken, if there is one, and the whole picture otherwise.
 * `undefined` where there is no file, it is no picture, or not there yet.
 */
export function imageUrl(
  file: ShownFile | undefined,
  { width, height, format, baseUrl }: ImageWish = {},
): string | undefined {
  if (file?.src === undefined || file.width === undefined) return undefined;
  const sizes = sizesOf(file, format);
  const shaped = width && height ? sizes.filter((size) => isShaped(size, width / height)) : [];
  const isOriginal = width === undefined && height === undefined && format === undefined;
  const chosen = isOriginal
    ? undefined
    : (bestOf(shaped, width, height) ?? bestOf(sizes.filter(isWhole), width, height));
  const src = chosen?.src ?? file.src;
  return absolute(chosen && format ? inFormat(src, file.mimeType, format) : src, baseUrl);
}

/** The whole picture in every width that there is, for `srcset`; `undefined` where there is nothing to choose from. */
export function imageSrcSet(file: ShownFile | undefined, { format, baseUrl }: ImageWish = {}): string | undefined {
  if (file === undefined) return undefined;
  const whole = sizesOf(file, format)
    .filter(isWhole)
    .toSorted((one, other) => one.width - other.width);
  const different = whole.filter(({ width }, index) => width !== whole[index - 1]?.width);
  if (different.length === 0) return undefined;
  return different
    .map(({ src, width }) => `${absolute(format ? inFormat(src, file.mimeType, format) : src, baseUrl)} ${width}w`)
    .join(', ');
}

/**
 * The sizes of a picture; the original among them where the API names it as one for pages, which it does not if it is
 * too large for them. The original is in its own format alone.
 */
function sizesOf(
  { variants = [], src, width, height, srcSet, mimeType }: ShownFile,
  format: ImageFormat | undefined,
): readonly ImageVariant[] {
  if (format && !Object.hasOwn(FORMATS, format)) throw new TypeError('format must be webp or avif');
  const isForPages = srcSet?.endsWith(`${src} ${width}w`) && (!format || mimeType === `image/${format}`);
  return isForPages && src && width && height ? [...variants, { size: 'raw', width, height, src }] : variants;
}

/** `800x600xc` and `400x400xs` are cut; no other is. */
const isWhole = ({ size }: ImageVariant) => !/x[cs]$/.test(size);

const isShaped = ({ width, height }: ImageVariant, shape: number) => Math.abs(width / height / shape - 1) <= SAME_SHAPE;

/** The smallest that is large enough; where none is, or nothing was said, the largest. */
function bestOf(sizes: readonly ImageVariant[], width = 0, height = 0): ImageVariant | undefined {
  const bySize = sizes.toSorted((one, other) => one.width - other.width);
  const isEnough = (size: ImageVariant) => size.width >= width && size.height >= height;
  return (width || height ? bySize.find(isEnough) : undefined) ?? bySize.at(-1);
}

function inFormat(src: string, mimeType: string, format: ImageFormat): string {
  return FORMATS[format].includes(mimeType) ? src.replace(/\.\w+(?=\?|$)/, `.${format}`) : src;
}

function absolute(src: string, baseUrl: string | undefined): string {
  return baseUrl ? new URL(src, baseUrl).href : src;
}
