import type { ImageVariant, ShownFile, Wording } from '#contract/files.ts';
import {
  type Dimensions,
  parseVariantSize,
  RAW,
  type VariantSize,
  variantDimensions,
} from '#contract/image-variants.ts';
import { extensionOf, isPictureType } from '#contract/media-types.ts';
import type { FileRow } from '../../database/media-tables.ts';
import { originalPath, variantPath } from '../media-keys.ts';

export interface Showing {
  readonly sizes: readonly string[];
  readonly mediaUrl: string;
}

/** High-density screens would load wider originals. */
const MAX_WIDTH_ON_PAGES = 2560;

export function describeFile(file: FileRow, showing: Showing): Partial<ShownFile> {
  if (file.uploadedAt === null) return {};
  return {
    name: file.name,
    size: file.size,
    src: mediaAddressOf(file, showing.mediaUrl),
    ...describePicture(file, showing),
    ...(`${file.altEn}${file.altJa}` !== '' && { alt: toWording(file.altEn, file.altJa) }),
    ...(`${file.captionEn}${file.captionJa}` !== '' && { captions: toWording(file.captionEn, file.captionJa) }),
  };
}

function describePicture(file: FileRow, showing: Showing): Partial<ShownFile> {
  const picture = pictureOf(file);
  if (!picture) return {};
  return {
    ...picture,
    srcSet: toSrcSet(wholePictures(file, picture, showing)),
    variants: variantsOf(file, picture, showing),
    ...(file.placeholder !== null && { placeholder: file.placeholder }),
  };
}

export interface ShownPicture extends Dimensions {
  readonly src: string;
  readonly srcSet: string | undefined;
}

/** Falls back to the original when the size is not configured. Undefined for files that are no pictures. */
export function showPicture(file: FileRow, size: string, showing: Showing): ShownPicture | undefined {
  const picture = pictureOf(file);
  if (!picture || file.uploadedAt === null) return undefined;
  const whole = wholePictures(file, picture, showing);
  const variants = variantsOf(file, picture, showing);
  const shown = variants.find((variant) => variant.size === size) ?? {
    ...picture,
    size: RAW,
    src: mediaAddressOf(file, showing.mediaUrl),
  };
  const others = isWhole(shown, picture) ? whole : variants.filter((variant) => isSamePiece(variant, shown));
  const srcSet = toSrcSet(others);
  return { ...shown, srcSet: srcSet.includes(', ') ? srcSet : undefined };
}

function isSamePiece(variant: ImageVariant, shown: ImageVariant): boolean {
  const isCut = parseVariantSize(variant.size)?.cut !== 'fit';
  return isCut && variant.width * shown.height === variant.height * shown.width;
}

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

/** A size as wide as the original comes first because it is lighter. */
function wholePictures(file: FileRow, picture: Dimensions, showing: Showing): ImageVariant[] {
  const whole = variantsOf(file, picture, showing).filter((variant) => isWhole(variant, picture));
  const original = { ...picture, size: RAW, src: mediaAddressOf(file, showing.mediaUrl) };
  return picture.width <= MAX_WIDTH_ON_PAGES || whole.length === 0 ? [...whole, original] : whole;
}

function isWhole({ width, height }: Dimensions, picture: Dimensions): boolean {
  return Math.abs(height - (width * picture.height) / picture.width) <= Math.max(1, picture.height / picture.width);
}

const MAX_WIDTHS = 12;

/** Narrowest first; the first entry of a width wins. Very many widths are thinned out, keeping the widest. */
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

export function toWording(en: string, ja: string): Wording {
  return { ...(en !== '' && { en }), ...(ja !== '' && { ja }) };
}

type Addressed = Pick<FileRow, 'serviceId' | 'fileType' | 'fileId' | 'mimeType' | 'version'>;

/** Replaced files get `?v=`, so that caches do not serve the earlier bytes. */
export function mediaAddressOf(file: Addressed, mediaUrl: string, size: string = RAW): string {
  const path = size === RAW ? originalPath(file) : variantPath(file, size, extensionOf(file.mimeType));
  return `${mediaUrl}/${path}${file.version > 1 ? `?v=${file.version}` : ''}`;
}
