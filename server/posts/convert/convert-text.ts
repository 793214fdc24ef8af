import type { PhrasingContent, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { escapeHtml } from '../../platform/escape-html.ts';
import { type TextPiece, textPieces } from '../rendering/text-pieces.ts';

const stringify = unified().use(remarkGfm).use(remarkStringify, { bullet: '-', emphasis: '*', rule: '-' }).freeze();

export function textToMarkdown(source: string): string {
  const children = paragraphsOf(source).map((lines) => ({ type: 'paragraph' as const, children: linesOf(lines) }));
  return stringify.stringify({ type: 'root', children } satisfies Root).trimEnd();
}

function linesOf(lines: string): PhrasingContent[] {
  return lines.split('\n').flatMap((line, index) => {
    const words = textPieces(line).map(({ value, tag }) => ({
      type: tag ? ('html' as const) : ('text' as const),
      value,
    }));
    return index === 0 ? words : [{ type: 'break' as const }, ...words];
  });
}

export function textToHtml(source: string): string {
  const toHtml = ({ value, tag }: TextPiece) => (tag ? value : escapeHtml(value).replaceAll('\n', '<br>'));
  const paragraph = (lines: string) => `<p>${textPieces(lines).map(toHtml).join('')}</p>`;
  return paragraphsOf(source).map(paragraph).join('\n');
}

function paragraphsOf(source: string): string[] {
  return source
    .replace(/\r\n?/g, '\n')
    .split(/\n(?:[ \t]*\n)+/)
    .map((lines) => lines.replace(/^(?:[ \t]*\n)+|\s+$/g, '').replace(/^[ \t]+/gm, toFixedSpaces))
    .filter((lines) => lines.trim() !== '');
}

const TAB = '\u00a0'.repeat(4);

/** Uses non-breaking spaces, because HTML collapses ordinary ones. */
function toFixedSpaces(spaces: string): string {
  return spaces.replaceAll('\t', TAB).replaceAll(' ', '\u00a0');
}

export function codeToHtml(source: string): string {
  return `<pre><code class="language-json">${escapeHtml(source)}\n</code></pre>`;
}

export function codeToMarkdown(source: string): string {
  const longest = Math.max(2, ...(source.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}json\n${source}\n${fence}`;
}
