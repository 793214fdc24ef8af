import { z } from 'zod';
import type { ReadVariable } from './variables.ts';

/** As its maker gives them out. */
export const RichTextEditorKey = z.string().regex(/^[a-z0-9]{8,200}$/i);

/** Where the editor comes from, and the picture by which its maker counts. */
const TINY = ['https://cdn.tiny.cloud', 'https://sp.tinymce.com'];

/** The key of TinyMCE that the environment names, else the one that the site has chosen; empty without. */
export function readEditorKey(read: ReadVariable, chosen: string): string {
  const parse = (text: string) => RichTextEditorKey.safeParse(text).data;
  return read({ name: 'RICH_TEXT_EDITOR_KEY', expected: 'a key of TinyMCE', fallback: chosen, parse });
}

/** Sites beside our own that the console's editor comes from. */
export function editorSources(key: string): string[] {
  return key === '' ? [] : TINY;
}
