import type { ShownFile, Wording } from '#contract/files.ts';
import { parseVariantSize } from '#contract/image-variants.ts';
import type { PublicPost } from '#contract/posts.ts';
import type { Language } from '#contract/site-config.ts';

export interface ListPicture {
  readonly src: string;
  readonly srcSet: string | undefined;
  readonly square: string;
  readonly placeholder: string | undefined;
}

const SQUARE = 224;

export function toListPicture(thumbnail: ShownFile | undefined): ListPicture | undefined {
  if (!thumbnail || !isImage(thumbnail)) return undefined;
  const { src, srcSet, placeholder } = thumbnail;
  return { src, srcSet, square: squareOf(thumbnail), placeholder };
}

/** Prefers variants cropped to a square, which have fewer pixels. */
function squareOf({ src, variants = [] }: ShownImage): string {
  const least = (one: { width: number; height: number }) => Math.min(one.width, one.height);
  const fitting = variants
    .filter(({ size }) => parseVariantSize(size) !== undefined)
    .filter((one) => least(one) >= SQUARE)
    .toSorted((one, other) => one.width * one.height - other.width * other.height);
  return fitting[0]?.src ?? src;
}

export type ShownImage = ShownFile & { readonly src: string; readonly width: number; readonly height: number };

/** Wider than the column of the text, in pixels, and not so high that it would fill the screen. */
export function isCover({ width, height }: ShownImage): boolean {
  return width > 736 && width / height >= 4 / 3;
}

export type OfferedFile = ShownFile & { readonly src: string };

export interface PostMedia {
  readonly lead: ShownImage | undefined;
  readonly images: readonly ShownImage[];
  readonly files: readonly OfferedFile[];
}

type Post = Pick<PublicPost, 'thumbnail' | 'images' | 'files' | 'bodyHtml'>;

export function toPostMedia({ thumbnail, images = [], files = [], bodyHtml = '' }: Post): PostMedia {
  const isInText = ({ fileId }: ShownFile) => bodyHtml.includes(`/images/${fileId}/`);
  const lead = thumbnail && isImage(thumbnail) && !isInText(thumbnail) ? thumbnail : undefined;
  // The lead is not among the images, so it takes its caption from there.
  const caption = lead && (lead.caption || images.find(({ fileId }) => fileId === lead.fileId)?.caption);
  return {
    lead: lead && { ...lead, ...(caption && { caption }) },
    images: images.filter(isImage).filter((image) => image.fileId !== lead?.fileId && !isInText(image)),
    files: files.filter(isOffered),
  };
}

export function isImage(file: ShownFile): file is ShownImage {
  return file.src !== undefined && file.width !== undefined && file.height !== undefined;
}

function isOffered(file: ShownFile): file is OfferedFile {
  return file.src !== undefined;
}

export function wordingFor(wording: Wording = {}, language: Language): string {
  return wording[language] || wording.en || wording.ja || '';
}

export function captionOf({ caption, captions }: ShownFile, language: Language): string {
  return caption || wordingFor(captions, language);
}

const PLACEHOLDER = /^data:image\/[a-z]+;base64,[A-Za-z0-9+/]+=*$/;

/** Validates the data URL to prevent CSS injection. */
export function backdropOf({ placeholder = '' }: Pick<ShownFile, 'placeholder'>): { background?: string } {
  return PLACEHOLDER.test(placeholder) ? { background: `center / cover no-repeat url("${placeholder}")` } : {};
}

export function toDownload(src: string): string {
  return `${src}${src.includes('?') ? '&' : '?'}download`;
}
