import type { ShownFile } from '#contract/files.ts';
import type { BodyFormat } from '#contract/posts.ts';
import { addressOf, sizeForBody, wordingIn } from '../shown-file.ts';
import { escapeText } from './escape-text.ts';

export interface MarkupOptions {
  readonly format: BodyFormat;
  /** A picture is shown, anything can be linked to. */
  readonly as: 'picture' | 'link';
  /** Of a picture; the largest that shows all of it unless another one is named. */
  readonly size?: string;
  /** What the post says under a picture, or in place of a document's name. */
  readonly caption?: string;
  /** Of the text, for the words that a picture has in several. */
  readonly language: 'en' | 'ja';
  /** Where the console is: formats without links of their own need the whole address. */
  readonly origin: string;
}

/** What stands for a file in a body; nothing for one that is not there yet. */
export function markupOf(file: ShownFile, options: MarkupOptions): string | undefined {
  const { format, as, size, caption = '', language, origin } = options;
  const address = addressOf(file, as === 'link' ? undefined : (size ?? sizeForBody(file)));
  if (address === undefined) return undefined;
  if (format === 'text' || format === 'json') return new URL(address, origin).href;
  const words = { caption: caption.trim() || wordingIn(file.captions, language), alt: wordingIn(file.alt, language) };
  const label = caption.trim() || file.name || address;
  if (format === 'markdown') {
    return as === 'picture' ? `![${inMarkdown(words.alt)}](${address})` : `[${inMarkdown(label)}](${address})`;
  }
  if (as === 'link') return `<a href="${inHtml(address)}">${inHtml(label)}</a>`;
  const picture = `<img src="${inHtml(address)}" alt="${inHtml(words.alt)}">`;
  if (words.caption === '') return picture;
  return `<figure>${picture}<figcaption>${inHtml(words.caption)}</figcaption></figure>`;
}

/** What stands between several files. */
export function separatorOf(format: BodyFormat): string {
  return format === 'markdown' ? '\n\n' : '\n';
}

function inMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[[\]\\`*_<>&]/g, (sign) => `\\${sign}`);
}

function inHtml(text: string): string {
  return escapeText(text.replace(/\s+/g, ' '));
}
