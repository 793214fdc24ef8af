import { z } from 'zod';
import type { ReadVariable } from './variables.ts';

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
