import type { ShownFile, Wording } from '#contract/files.ts';
import type { PublicPost } from '#contract/posts.ts';
import type { Language } from '#contract/site-config.ts';

/** A picture that can be shown: its bytes are there, and so is its size. */
export type ShownImage = ShownFile & { readonly src: string; readonly width: number; readonly height: number };

/** A file that can be offered. */
export type OfferedFile = ShownFile & { readonly src: string };

/** What a post shows and offers beside its text. */
export interface PostMedia {
  readonly lead: ShownImage | undefined;
  readonly images: readonly ShownImage[];
  readonly files: readonly OfferedFile[];
}

type Post = Pick<PublicPost, 'thumbnail' | 'images' | 'files' | 'bodyHtml'>;

/** Pictures that stand in the text are not shown once more, and no picture is shown twice. */
export function toPostMedia({ thumbnail, images = [], files = [], bodyHtml = '' }: Post): PostMedia {
  const isInText = ({ fileId }: ShownFile) => bodyHtml.includes(`/images/${fileId}/`);
  const lead = thumbnail && isImage(thumbnail) && !isInText(thumbnail) ? thumbnail : undefined;
  // What stands beside it among the pictures goes with it, since it is not shown there.
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

/** In the reader's language, else in the other one. */
export function wordingFor(wording: Wording = {}, language: Language): string {
  return wording[language] || wording.en || wording.ja || '';
}

/** What is said under a picture: by this post, else by the file itself. */
export function captionOf({ caption, captions }: ShownFile, language: Language): string {
  return caption || wordingFor(captions, language);
}

const PLACEHOLDER = /^data:image\/[a-z]+;base64,[A-Za-z0-9+/]+=*$/;

/** The tiny picture that stands where a picture will be, as the background of its element. */
export function backdropOf({ placeholder = '' }: Pick<ShownFile, 'placeholder'>): { background?: string } {
  return PLACEHOLDER.test(placeholder) ? { background: `center / cover no-repeat url("${placeholder}")` } : {};
}

/** The same address, by which browsers save what is there. */
export function toDownload(src: string): string {
  return `${src}${src.includes('?') ? '&' : '?'}download`;
}
