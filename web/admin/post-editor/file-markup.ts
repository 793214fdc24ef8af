import type { ShownFile } from '#contract/files.ts';
import type { BodyFormat } from '#contract/posts.ts';
import { addressOf, sizeForBody, wordingIn } from '../posts/shown-file.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}

export interface MarkupOptions {
  readonly format: BodyFormat;
  readonly as: 'picture' | 'link';
  readonly size?: string;
  readonly caption?: string;
  readonly language: 'en' | 'ja';
  /** Makes addresses absolute in formats without links (text and JSON). */
  readonly origin: string;
}

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

export function separatorOf(format: BodyFormat): string {
  return format === 'markdown' ? '\n\n' : '\n';
}

function inMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[[\]\\`*_<>&]/g, (sign) => `\\${sign}`);
}

function inHtml(text: string): string {
  return escapeText(text.replace(/\s+/g, ' '));
}
