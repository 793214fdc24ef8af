import type { Root, RootContent } from 'hast';
import { toText } from 'hast-util-to-text';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { EXCERPT_LENGTH } from '#contract/posts.ts';

/** Raised whenever the same source would render differently; posts rendered by an older one are rendered again. */
export const RENDER_VERSION = 2;

export interface Rendered {
  /** Safe to put into a page as it is. */
  readonly html: string;
  readonly text: string;
  readonly excerpt: string;
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
  return { html, text: toPlainText(tree.children), excerpt: toExcerpt(toPlainText(proseOf(tree.children))) };
}

export function toHtml(tree: Root): string {
  return stringify.stringify(tree);
}

/** The words without their readings, which stand beside them in ruby and not after them. */
function toPlainText(children: readonly RootContent[]): string {
  const root = structuredClone<Root>({ type: 'root', children: [...children] });
  visit(root, 'element', ({ tagName }, index, parent) => {
    if ((tagName !== 'rt' && tagName !== 'rp') || index === undefined || !parent) return undefined;
    parent.children.splice(index, 1);
    return index;
  });
  return toText(root).trim();
}

/** The beginning of a text, in one line, cut after a sentence or between words. */
export function toExcerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const letters = [...line];
  if (letters.length <= EXCERPT_LENGTH) return line;
  const cut = letters.slice(0, EXCERPT_LENGTH).join('');
  const sentences = LAST_SENTENCE.exec(cut)?.[0];
  if (sentences !== undefined && sentences.length > cut.length / 2) return sentences;
  const words = letters[EXCERPT_LENGTH] === ' ' ? cut : cut.replace(PART_OF_WORD, '');
  return `${words.replace(/[\s\p{P}]+$/u, '')}…`;
}

/** Up to the end of the last whole sentence; a full stop counts before a space, so that 1.5 and addresses stay whole. */
const LAST_SENTENCE = /^.*(?:[。！？]|[.!?](?= ))/;
const PART_OF_WORD = /(?<=\s)[\p{Script=Latin}\p{N}\p{P}]+$/u;

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
