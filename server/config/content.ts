import { z } from 'zod';
import type { ReadVariable } from './variables.ts';

export const ContentChoices = z.strictObject({
  history: z
    .strictObject({
      /** Maximum revisions per post; the oldest are deleted first. */
      maxRevisions: z.int().min(1).max(10_000).default(200),
      /** Maximum age of revisions; the newest of a post is kept. */
      maxDays: z.int().min(1).max(36_500).default(1825),
    })
    .prefault({}),
  /** Days in which a deleted post can be restored. */
  binDays: z.int().min(1).max(3650).default(30),
  /** Days for which a preview token is valid. */
  previewDays: z.int().min(1).max(3650).default(30),
});
export type ContentChoices = z.output<typeof ContentChoices>;

export const MediaChoices = z.strictObject({
  /** Hours for files uploaded for a post that was not saved. */
  reservedHours: z.int().min(1).max(8760).default(24),
  removedDays: z.int().min(1).max(3650).default(30),
});

export const RichTextEditorKey = z.string().regex(/^[a-z0-9]{8,200}$/i);

/** Script source, and the tracking pixel that counts editor loads. */
const TINY = ['https://cdn.tiny.cloud', 'https://sp.tinymce.com'];

/** The variable overrides the key of the site. Empty without a key. */
export function readEditorKey(read: ReadVariable, chosen: string): string {
  const parse = (text: string) => RichTextEditorKey.safeParse(text).data;
  return read('RICH_TEXT_EDITOR_KEY', { expected: 'a key of TinyMCE', fallback: chosen, parse });
}

export function editorSources(key: string): string[] {
  return key === '' ? [] : TINY;
}
