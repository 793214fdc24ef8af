import type { Root, RootContent } from 'hast';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import type { PostHeading } from '#contract/posts.ts';
import { toExcerpt } from './excerpt.ts';
import { headingsOf } from './headings.ts';
import { readableText } from './readable-text.ts';
import { readingSecondsOfPage } from './reading-time.ts';

export interface Rendered {
  /** Safe to put into a page as it is. */
  readonly html: string;
  readonly text: string;
  readonly excerpt: string;
  readonly headings: readonly PostHeading[];
  readonly readingSeconds: number;
}

const stringify = unified().use(rehypeStringify).freeze();

/**
 * A short source can make a long page, by a long address that many links share. Ordinary text makes two or three
 * characters of one; what makes far more is meant to.
 */
const MAX_HTML = 3_000_000;
const MAX_HTML_PER_CHARACTER = 20;
const FREE_HTML = 100_000;

/** How long a page may be that is made of a source. */
export function maxHtmlOf(source: string): number {
  return Math.min(MAX_HTML, FREE_HTML + source.length * MAX_HTML_PER_CHARACTER);
}

/** @throws {RangeError} when it is longer than a page may be that is made of this source. */
export function refuseLongPage(html: string, source: string): void {
  const limit = maxHtmlOf(source);
  if (html.length > limit) throw new RangeError(`The page would be longer than ${limit} characters`);
}

/**
 * A page that is made of a source.
 * @throws {RangeError} when it is longer than a page may be.
 */
export function toRendered(tree: Root, source: string): Rendered {
  const html = toHtml(tree);
  refuseLongPage(html, source);
  const text = readableText(tree.children);
  const excerpt = toExcerpt(readableText(proseOf(tree.children)));
  return { html, text, excerpt, headings: headingsOf(tree), readingSeconds: readingSecondsOfPage(tree) };
}

export function toHtml(tree: Root): string {
  return stringify.stringify(tree);
}

/** Without headings, tables and code, also where they stand in a block that only groups. */
function proseOf<Node extends RootContent>(children: readonly Node[]): Node[] {
  return children.flatMap((node) => {
    if (node.type !== 'element') return [node];
    const isGroup = GROUPS.has(node.tagName) && node.properties.tabIndex === undefined;
    if (isGroup) return [{ ...node, children: proseOf(node.children) }];
    return NOT_PROSE.has(node.tagName) ? [] : [node];
  });
}

const GROUPS = new Set(['div', 'article', 'header']);
const NOT_PROSE = new Set([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'table', 'div', 'hr', 'section', 'figure', 'aside', 'footer'],
]);
