import type { ImageVariant, ShownFile, Wording } from '#contract/files.ts';
import {
  type Dimensions,
  parseVariantSize,
  RAW,
  type VariantSize,
  variantDimensions,
} from '#contract/image-variants.ts';
import { isPictureType } from '#contract/media-types.ts';
import type { FileRow } from '../../database/media-tables.ts';
import { mediaAddressOf } from './media-address.ts';

export interface Showing {
  /** The sizes of the service's settings. */
  readonly sizes: readonly string[];
  readonly mediaUrl: string;
}

/** Wider than this an original is not for pages: whoever has a fine screen would load all of it. */
const MAX_WIDTH_ON_PAGES = 2560;

/** What it takes to show a file, or to offer it; nothing while its bytes are not there. */
export function describeFile(file: FileRow, { sizes, mediaUrl }: Showing): Partial<ShownFile> {
  if (file.uploadedAt === null) return {};
  return {
    name: file.name,
    size: file.size,
    src: mediaAddressOf(file, mediaUrl),
    ...describePicture(file, { sizes, mediaUrl }),
    ...present('alt', { en: file.altEn, ja: file.altJa }),
    ...present('captions', { en: file.captionEn, ja: file.captionJa }),
  };
}

function describePicture(file: FileRow, { sizes, mediaUrl }: Showing): Partial<ShownFile> {
  const picture = pictureOf(file);
  if (!picture) return {};
  return {
    ...picture,
    srcSet: toSrcSet(wholePictures(file, picture, { sizes, mediaUrl })),
    variants: variantsOf(file, picture, { sizes, mediaUrl }),
    ...(file.placeholder !== null && { placeholder: file.placeholder }),
  };
}

/** A picture as a page shows it in one place. */
export interface ShownPicture extends Dimensions {
  readonly src: string;
  /** The same piece of it in other widths, if there is more than one. */
  readonly srcSet: string | undefined;
}

/** A picture in a size of the settings, or whole where the settings do not have that size; nothing for other files. */
export function showPicture(file: FileRow, size: string, { sizes, mediaUrl }: Showing): ShownPicture | undefined {
  const picture = pictureOf(file);
  if (!picture || file.uploadedAt === null) return undefined;
  const whole = wholePictures(file, picture, { sizes, mediaUrl });
  const variants = variantsOf(file, picture, { sizes, mediaUrl });
  const shown = variants.find((variant) => variant.size === size) ?? {
    ...picture,
    size: RAW,
    src: mediaAddressOf(file, mediaUrl),
  };
  const others = isWhole(shown, picture) ? whole : variants.filter((variant) => isSamePiece(variant, shown));
  const srcSet = toSrcSet(others);
  return { ...shown, srcSet: srcSet.includes(', ') ? srcSet : undefined };
}

/** Whether two cuts show the same: all are made around the centre. */
function isSamePiece(variant: ImageVariant, shown: ImageVariant): boolean {
  const isCut = parseVariantSize(variant.size)?.cut !== 'fit';
  return isCut && variant.width * shown.height === variant.height * shown.width;
}

/** How large a picture is whose sizes can be had; nothing for any other file. */
export function pictureOf({ fileType, mimeType, width, height }: FileRow): Dimensions | undefined {
  const isPicture = fileType === 'image' && isPictureType(mimeType);
  return isPicture && width !== null && height !== null ? { width, height } : undefined;
}

function variantsOf(file: FileRow, picture: Dimensions, { sizes, mediaUrl }: Showing): ImageVariant[] {
  return sizes
    .map(parseVariantSize)
    .filter((size): size is VariantSize => size !== undefined)
    .map((size) => ({
      size: size.name,
      ...variantDimensions(size, picture),
      src: mediaAddressOf(file, mediaUrl, size.name),
    }));
}

/** The picture in all widths in which nothing is cut off; what is as wide as the original, and lighter, before it. */
function wholePictures(file: FileRow, picture: Dimensions, { sizes, mediaUrl }: Showing): ImageVariant[] {
  const whole = variantsOf(file, picture, { sizes, mediaUrl }).filter((variant) => isWhole(variant, picture));
  const original = { ...picture, size: RAW, src: mediaAddressOf(file, mediaUrl) };
  return picture.width <= MAX_WIDTH_ON_PAGES || whole.length === 0 ? [...whole, original] : whole;
}

/** Whether nothing is cut off: it is as high as the whole picture is in that width. */
function isWhole({ width, height }: Dimensions, picture: Dimensions): boolean {
  return Math.abs(height - (width * picture.height) / picture.width) <= Math.max(1, picture.height / picture.width);
}

/** Nobody sees a difference between more widths. */
const MAX_WIDTHS = 12;

/**
 * Each width once, the narrowest first; of those with the same width the first one counts. Of very many some are named,
 * the widest among them.
 */
function toSrcSet(pictures: readonly Pick<ImageVariant, 'width' | 'src'>[]): string {
  const byWidth = new Map<number, string>();
  for (const { width, src } of pictures) if (!byWidth.has(width)) byWidth.set(width, src);
  const step = Math.ceil(byWidth.size / MAX_WIDTHS);
  return [...byWidth]
    .toSorted(([one], [other]) => one - other)
    .filter((_, at) => (byWidth.size - 1 - at) % step === 0)
    .map(([width, src]) => `${src} ${width}w`)
    .join(', ');
}

function present<Name extends 'alt' | 'captions'>(name: Name, { en, ja }: { en: string; ja: string }) {
  const wording: Wording = { ...(en !== '' && { en }), ...(ja !== '' && { ja }) };
  return en === '' && ja === '' ? {} : ({ [name]: wording } as { [K in Name]: Wording });
}
