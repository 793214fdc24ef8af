import rehypeParse from 'rehype-parse';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { readingSecondsOf } from '#contract/reading-time.ts';
import { escapeHtml } from '../platform/escaping.ts';
import { toExcerpt } from './excerpt.ts';
import { type Rendered, rejectLongPage } from './rendered.ts';
import { sanitizeText } from './sanitize-html.ts';

/** ASCII only, so that an address ends at the first letter of Japanese text. */
const ADDRESS = /(?<![a-z0-9])https?:\/\/[a-z0-9[][\w\-.~:/?#[\]@!$&'()*+,;=%]*/gi;

const clean = unified().use(rehypeParse, { fragment: true }).use(sanitizeText).use(rehypeStringify).freeze();

/**
 * Keeps line breaks, links addresses, and allows written links and `<br>`.
 * @throws {RangeError} when the HTML exceeds its size limit
 */
export function renderText(source: string): Rendered {
  const pieces = textPieces(source);
  const hasLinks = pieces.some(({ tag }) => tag === 'a');
  const written = toHtml(pieces);
  // Written links can have any attribute and need sanitizing.
  const html = hasLinks ? String(clean.processSync(written)) : written;
  rejectLongPage(html, source);
  const text = pieces.map(({ value, tag = '' }) => WORDS_OF[tag] ?? value).join('');
  return { html, text, excerpt: toExcerpt(text), headings: [], readingSeconds: readingSecondsOf(text) };
}

const WORDS_OF: Readonly<Record<string, string>> = { br: '\n', a: '', '/a': '' };

function toHtml(pieces: readonly TextPiece[]): string {
  let isInLink = false;
  const parts = pieces.map(({ value, tag }) => {
    if (tag === undefined) return isInLink ? toLines(value) : withLinks(value);
    if (tag === 'br') return '<br>';
    isInLink = tag === 'a';
    return value;
  });
  return parts.join('');
}

function withLinks(text: string): string {
  let html = '';
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutPunctuation(found);
    if (!URL.canParse(address)) continue;
    html += `${toLines(text.slice(end, index))}${toLink(address)}`;
    end = index + address.length;
  }
  return html + toLines(text.slice(end));
}

/** Trailing punctuation and closing brackets without an opening one belong to the sentence around the address. */
function withoutPunctuation(found: string): string {
  let end = found.length;
  let open = count(found, '(') - count(found, ')');
  for (; end > 0; end -= 1) {
    const last = found[end - 1] ?? '';
    const isBracket = last === ')' && open < 0;
    if (!isBracket && !'.,;:!?\'"'.includes(last)) break;
    if (isBracket) open += 1;
  }
  return found.slice(0, end);
}

function count(text: string, letter: string): number {
  return text.split(letter).length - 1;
}

function toLink(address: string): string {
  const escaped = escapeHtml(address);
  return `<a href="${escaped}" target="_blank" rel="noopener">${escaped}</a>`;
}

function toLines(text: string): string {
  return escapeHtml(text).replace(/\r\n|\r|\n/g, '<br>');
}

export interface TextPiece {
  readonly value: string;
  readonly tag?: 'br' | 'a' | '/a';
}

const TAG = /<(?:(br)\s*\/?|(a)(?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)+\s*|(\/a)\s*)>/gi;
const HREF = /\shref\s*=/i;

/** Splits at `<br>` and at closed links with an address. Any other `<` is text. */
export function textPieces(source: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { 0: value, index, tag } of liveTags(source)) {
    if (index > end) pieces.push({ value: source.slice(end, index) });
    pieces.push({ value, tag });
    end = index + value.length;
  }
  if (end < source.length) pieces.push({ value: source.slice(end) });
  return pieces;
}

function liveTags(source: string) {
  const tags = [...source.matchAll(TAG)].map(({ 0: value, 1: br, 2: a, index }) => {
    const tag: NonNullable<TextPiece['tag']> = br ? 'br' : a ? 'a' : '/a';
    return { 0: value, index, tag };
  });
  const live = new Set(tags.filter(({ tag }) => tag === 'br'));
  const ends = tags.filter(({ tag }) => tag !== 'br');
  ends.forEach((open, at) => {
    const close = ends[at + 1];
    if (open.tag === 'a' && HREF.test(open[0]) && close?.tag === '/a') live.add(open).add(close);
  });
  return tags.filter((each) => live.has(each));
}
