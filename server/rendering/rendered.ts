import type { Root, RootContent } from 'hast';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import type { PostHeading } from '#contract/posts.ts';
import { toExcerpt } from './excerpt.ts';
import { readableText, readingSecondsOfPage } from './reading-text.ts';
import { visitElements } from './visit-elements.ts';

const HEADING = /^h([1-6])$/;

const MAX_HEADINGS = 200;
const MAX_LENGTH = 300;

function headingsOf(tree: Root): PostHeading[] {
  const headings: PostHeading[] = [];
  visitElements(tree, (element) => {
    const level = HEADING.exec(element.tagName)?.[1];
    const { id, className } = element.properties;
    if (level === undefined || typeof id !== 'string' || headings.length === MAX_HEADINGS) return;
    if ([className].flat().includes('sr-only')) return;
    const text = [...readableText(element.children).replace(/\s+/g, ' ')].slice(0, MAX_LENGTH).join('');
    if (text !== '') headings.push({ id, level: Number(level), text });
  });
  return headings;
}

export interface Rendered {
  /** Sanitized; may be embedded in a page unchanged. */
  readonly html: string;
  readonly text: string;
  readonly excerpt: string;
  readonly headings: readonly PostHeading[];
  readonly readingSeconds: number;
}

const stringify = unified().use(rehypeStringify).freeze();

/**
 * Limits amplification: a short source can make a long page, for example by many links that share one long address.
 * Ordinary text yields two or three characters per character of source.
 */
const MAX_HTML = 3_000_000;
const MAX_HTML_PER_CHARACTER = 20;
const FREE_HTML = 100_000;

export function maxHtmlOf(source: string): number {
  return Math.min(MAX_HTML, FREE_HTML + source.length * MAX_HTML_PER_CHARACTER);
}

export function rejectLongPage(html: string, source: string): void {
  const limit = maxHtmlOf(source);
  if (html.length > limit) throw new RangeError(`The page would be longer than ${limit} characters`);
}

export function toRendered(tree: Root, source: string): Rendered {
  const html = toHtml(tree);
  rejectLongPage(html, source);
  const text = readableText(tree.children);
  const excerpt = toExcerpt(readableText(proseOf(tree.children)));
  return { html, text, excerpt, headings: headingsOf(tree), readingSeconds: readingSecondsOfPage(tree, text) };
}

export function toHtml(tree: Root): string {
  return stringify.stringify(tree);
}

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
  'math',
]);
