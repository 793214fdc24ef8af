import { escapeHtml } from '../../platform/escape-html.ts';
import { toExcerpt } from './excerpt.ts';
import { readingSecondsOf } from './reading-time.ts';
import { type Rendered, refuseLongPage } from './rendered.ts';

/** An address as far as it may go; it ends where a letter of a Japanese sentence follows it. */
const ADDRESS = /(?<![a-z0-9])https?:\/\/[a-z0-9[][\w\-.~:/?#[\]@!$&'()*+,;=%]*/gi;

/**
 * Text as it stands, with its lines and with links of its addresses.
 * @throws {RangeError} when that is more than a page may hold.
 */
export function renderText(source: string): Rendered {
  let html = '';
  let end = 0;
  for (const { 0: found, index } of source.matchAll(ADDRESS)) {
    const address = withoutPunctuation(found);
    if (!URL.canParse(address)) continue;
    html += `${toLines(source.slice(end, index))}${toLink(address)}`;
    end = index + address.length;
  }
  html += toLines(source.slice(end));
  refuseLongPage(html, source);
  return { html, text: source, excerpt: toExcerpt(source), headings: [], readingSeconds: readingSecondsOf(source) };
}

/** A full stop after an address ends the sentence and not the address; a bracket that it did not open is none of its own. */
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
