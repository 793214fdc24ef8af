import { z } from 'zod';
import { Id, text } from './text.ts';

export const FileId = Id;

export const FileType = z.enum(['image', 'file']);
export type FileType = z.infer<typeof FileType>;

/** Includes the extension. */
export const FileName = text({ min: 1, max: 128 });

/** Text per language; languages without a text are absent. */
export const Wording = z.object({ en: z.string().optional(), ja: z.string().optional() });
export type Wording = z.infer<typeof Wording>;

export const PostFile = z.object({ fileId: z.string(), mimeType: z.string(), caption: z.string().optional() });
export type PostFile = z.infer<typeof PostFile>;

export const ImageVariant = z.object({
  /** Size name from the service's settings: `800x800`, `400x400xs`. */
  size: z.string(),
  width: z.int(),
  height: z.int(),
  src: z.string(),
});
export type ImageVariant = z.infer<typeof ImageVariant>;

/**
 * A file of a post with everything needed to show it. `src` is the URL of the original, absolute if the installation
 * knows its own URL; `srcSet` lists the uncropped sizes; `placeholder` is a tiny image as a `data:` URL; `size` is in
 * bytes. All of these are absent until the upload is complete.
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
  /** Captions of the file; the post's own `caption` overrides them. */
  captions: Wording.optional(),
});
export type ShownFile = z.infer<typeof ShownFile>;
