import { z } from 'zod';
import { text } from './text.ts';

export const FileId = z.string().regex(/^[0-9a-z]{26}$/);

export const FileType = z.enum(['image', 'file']);
export type FileType = z.infer<typeof FileType>;

/** As people call a file, with its ending. */
export const FileName = text({ min: 1, max: 128 });

/** A text in each of the product's languages; one that is not there is absent. */
export const Wording = z.object({ en: z.string().optional(), ja: z.string().optional() });
export type Wording = z.infer<typeof Wording>;

/** An image or document as a post holds it. */
export const PostFile = z.object({ fileId: z.string(), mimeType: z.string(), caption: z.string().optional() });
export type PostFile = z.infer<typeof PostFile>;

/** One size of a picture, at its address. */
export const ImageVariant = z.object({
  /** As in the service's settings: `800x800`, `400x400xs`. */
  size: z.string(),
  width: z.int(),
  height: z.int(),
  src: z.string(),
});
export type ImageVariant = z.infer<typeof ImageVariant>;

/**
 * The same with what it takes to show or offer it without asking again. `src` is the original's address, absolute
 * where the installation knows its own; `srcSet` names the sizes that show the whole picture; `placeholder` is a tiny
 * picture as a `data:` address; `size` is in bytes. All of it is absent while the upload is not there.
 */
export const ShownFile = PostFile.extend({
  name: z.string().optional(),
  size: z.int().optional(),
  src: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  srcSet: z.string().optional(),
  variants: z.array(ImageVariant).optional(),
  placeholder: z.string().optional(),
  alt: Wording.optional(),
  /** The file's own captions; `caption` is what this post says in their place. */
  captions: Wording.optional(),
});
export type ShownFile = z.infer<typeof ShownFile>;
