import type { PhrasingContent, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import type { BodyFormat } from '#contract/posts.ts';
import { escapeHtml } from '../platform/escaping.ts';
import { htmlToMarkdown, htmlToText, markdownToHtml, onlyCodeOf } from './convert-html.ts';
import { mathSyntax } from './math-syntax.ts';
import { type TextPiece, textPieces } from './render-text.ts';

const stringify = unified()
  .use(remarkGfm)
  .use(mathSyntax)
  .use(remarkStringify, { bullet: '-', emphasis: '*', rule: '-' })
  .freeze();

function textToMarkdown(source: string): string {
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

function textToHtml(source: string): string {
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

function codeToHtml(source: string): string {
  return `<pre><code class="language-json">${escapeHtml(source)}\n</code></pre>`;
}

function codeToMarkdown(source: string): string {
  const longest = Math.max(2, ...(source.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}json\n${source}\n${fence}`;
}

export interface Conversion {
  readonly body: string;
  readonly from: BodyFormat;
  readonly to: BodyFormat;
}

type FormatPair = `${BodyFormat} ${BodyFormat}`;

const converters: Readonly<Partial<Record<FormatPair, (body: string) => string | Promise<string>>>> = {
  'markdown html': markdownToHtml,
  'markdown text': async (body) => htmlToText(await markdownToHtml(body)),
  'markdown json': async (body) => onlyJson(onlyCodeOf(await markdownToHtml(body))) ?? toJson(body),
  'html markdown': htmlToMarkdown,
  'html text': htmlToText,
  'html json': (body) => onlyJson(onlyCodeOf(body)) ?? toJson(body),
  'text markdown': textToMarkdown,
  'text html': textToHtml,
  'text json': toJson,
  'json markdown': (body) => textIn(body) ?? codeToMarkdown(body),
  'json html': (body) => textIn(body) ?? codeToHtml(body),
  'json text': (body) => textIn(body) ?? body,
};

/** @throws {RangeError} when the body nests deeper than the stack */
export async function convertBody({ body, from, to }: Conversion): Promise<string> {
  const convert = converters[`${from} ${to}`];
  return body.trim() === '' || !convert ? body : convert(body);
}

function toJson(body: string): string {
  return onlyJson(body) ?? JSON.stringify(body);
}

function onlyJson(body: string | undefined): string | undefined {
  return body !== undefined && parsed(body) !== undefined ? body : undefined;
}

function textIn(body: string): string | undefined {
  const value = parsed(body);
  return typeof value === 'string' ? value : undefined;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
