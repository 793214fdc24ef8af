import type { ImageVariant, ShownFile } from './public-api.ts';

export type ImageFormat = 'webp' | 'avif';

export interface RequestedImage {
  /** Minimum size in physical pixels: 800 for 400 CSS pixels at a device pixel ratio of 2. */
  readonly width?: number;
  readonly height?: number;
  /** Forces a format. By default the server negotiates the best one that the browser accepts. */
  readonly format?: ImageFormat;
  readonly baseUrl?: string;
}

/** Source types that can be converted to each format. GIFs may be animated and are not converted to AVIF. */
const FORMATS: Readonly<Record<ImageFormat, readonly string[]>> = {
  webp: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'],
  avif: ['image/jpeg', 'image/png', 'image/avif'],
};

/** Maximum relative difference of two aspect ratios that count as equal. */
const SAME_SHAPE = 0.02;

/**
 * Returns the URL of the smallest size of an image that is at least as large as requested, or of the largest one.
 * Returns the original without requested dimensions, without sizes, or when it is the only sufficient size. With width
 * and height, prefers a size cropped to that aspect ratio over the uncropped ones. Returns undefined without a file,
 * for non-images, and while the upload is incomplete.
 * @throws {TypeError} for unknown formats.
 */
export function imageUrl(
  file: ShownFile | undefined,
  { width, height, format, baseUrl }: RequestedImage = {},
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

/**
 * Lists all uncropped sizes as a `srcset` value; undefined when there are none.
 * @throws {TypeError} for unknown formats.
 */
export function imageSrcSet(file: ShownFile | undefined, { format, baseUrl }: RequestedImage = {}): string | undefined {
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
 * Includes the original, in its own format only, when the API lists it in `srcSet`, which it does not for originals too
 * large for a page.
 */
function sizesOf(
  { variants = [], src, width, height, srcSet, mimeType }: ShownFile,
  format: ImageFormat | undefined,
): readonly ImageVariant[] {
  if (format && !Object.hasOwn(FORMATS, format)) throw new TypeError('format must be webp or avif');
  const isForPages = srcSet?.endsWith(`${src} ${width}w`) && (!format || mimeType === `image/${format}`);
  return isForPages && src && width && height ? [...variants, { size: 'raw', width, height, src }] : variants;
}

/** Only names ending in `xc` or `xs`, as in `800x600xc`, are cropped. */
const isWhole = ({ size }: ImageVariant) => !/x[cs]$/.test(size);

const isShaped = ({ width, height }: ImageVariant, shape: number) => Math.abs(width / height / shape - 1) <= SAME_SHAPE;

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
