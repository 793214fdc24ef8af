import type { Element, ElementContent, Root } from 'hast';
import { toHtml } from './rendered.ts';

interface Markup {
  type: 'raw';
  value: string;
}

type PreservedNode = ElementContent | Markup;

const MARKDOWN_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'title'],
  code: ['className'],
  ol: ['start', 'className'],
  ul: ['className'],
  li: ['className'],
  input: ['type', 'checked', 'disabled'],
  th: ['align', 'scope'],
  td: ['align'],
};

const GROUPS = new Set(['div', 'span', 'section', 'article', 'header', 'footer', 'main', 'body']);
const PHRASES = new Set([
  ...[
    'u',
    'ins',
    'sub',
    'sup',
    'mark',
    'kbd',
    'small',
    'abbr',
    'cite',
    'dfn',
    'samp',
    'var',
    'q',
    'time',
    'data',
    'bdi',
  ],
  ...['bdo', 'tt', 'span', 'a', 'strong', 'em', 'b', 'i', 'del', 's', 'strike'],
]);
const NATIVE_PHRASES = new Set(['span', 'a', 'strong', 'em', 'b', 'i', 'del', 's', 'strike']);
const WHOLE = new Set([
  ...['ruby', 'details', 'figure', 'video', 'audio', 'picture', 'iframe', 'dl', 'aside', 'address', 'object', 'embed'],
  ...['svg', 'math', 'form', 'style', 'script', 'textarea', 'select', 'button'],
]);
const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'ul', 'ol', 'hr', 'div']);
const HEADING = /^h[1-6]$/;
const HEADING_ID = /^[a-z0-9][a-z0-9-]*$/i;

export function preserveMarkup() {
  return (tree: Root) => {
    tree.children = preserveChildren(tree.children as ElementContent[]) as Root['children'];
  };
}

function preserveChildren(children: readonly ElementContent[]): ElementContent[] {
  return children.flatMap((child) => (child.type === 'element' ? preserveElement(child) : [child])) as ElementContent[];
}

function preserveElement(element: Element): PreservedNode[] {
  if (isWhole(element)) return [markup(wholeHtml(element))];
  const { tagName } = element;
  const inner = tagName === 'pre' ? element.children : preserveChildren(element.children);
  const isPhrase = PHRASES.has(tagName);
  if (isPhrase && (!NATIVE_PHRASES.has(tagName) || hasMore(element))) return [...around(element, inner)];
  const id = HEADING.test(tagName) ? element.properties.id : undefined;
  const named = id === undefined ? inner : [...inner, { type: 'text' as const, value: ` {#${id}}` }];
  return [{ ...element, properties: withoutId(element), children: named as ElementContent[] }];
}

function withoutId({ tagName, properties }: Element): Element['properties'] {
  if (!HEADING.test(tagName)) return properties;
  const { id: _, ...rest } = properties;
  return rest;
}

function isWhole(element: Element): boolean {
  const { tagName, properties } = element;
  if (WHOLE.has(tagName)) return true;
  if (tagName === 'img') return hasMore(element);
  if (tagName === 'table') return !isPlainTable(element);
  if (GROUPS.has(tagName) && tagName !== 'span') return hasMore(element);
  if (HEADING.test(tagName))
    return hasMore({ ...element, properties: { ...properties, id: undefined } }) || hasUnusualId(element);
  return BLOCKS.has(tagName) && hasMore(element);
}

function hasUnusualId({ properties: { id } }: Element): boolean {
  return id !== undefined && !HEADING_ID.test(String(id));
}

function hasMore({ tagName, properties }: Element): boolean {
  const expressible = MARKDOWN_ATTRIBUTES[tagName] ?? [];
  return Object.entries(properties).some(
    ([name, value]) => value !== undefined && value !== null && !expressible.includes(name),
  );
}

/** GFM can express one header row, no spans, and single-line cells. */
function isPlainTable(table: Element): boolean {
  if (hasMore(table)) return false;
  const rows = elementsIn(table, (element) => element.tagName === 'tr');
  const others = elementsIn(table, ({ tagName }) => ['caption', 'colgroup', 'tfoot'].includes(tagName));
  const [head, ...body] = rows.map((row) => elementsIn(row, ({ tagName }) => tagName === 'th' || tagName === 'td'));
  const isHead = head !== undefined && head.length > 0 && head.every(({ tagName }) => tagName === 'th');
  const isBody = body.every((cells) => cells.length === head?.length && cells.every(({ tagName }) => tagName === 'td'));
  const cells = [head ?? [], ...body].flat();
  return others.length === 0 && isHead && isBody && cells.every((cell) => !hasMore(cell) && isLine(cell));
}

function isLine(cell: Element): boolean {
  return (
    elementsIn(cell, ({ tagName }) => !PHRASES.has(tagName) && !['code', 'img', 'br'].includes(tagName)).length === 0
  );
}

function elementsIn(parent: Element, matches: (element: Element) => boolean): Element[] {
  return parent.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    return matches(child) ? [child] : elementsIn(child, matches);
  });
}

function markup(value: string): Markup {
  return { type: 'raw', value };
}

function around(element: Element, inner: readonly PreservedNode[]): PreservedNode[] {
  const mark = '\u0000';
  const whole = htmlOf({ ...element, children: [{ type: 'text', value: mark }] });
  const [before = '', after = ''] = whole.split(mark);
  return [markup(before), ...inner, markup(after)];
}

/**
 * Escapes empty lines, which would end an HTML block in Markdown. Puts a line break after the start tag of media,
 * because CommonMark starts an HTML block there only when the tag has the line to itself.
 */
function wholeHtml(element: Element): string {
  const html = htmlOf(element).replace(/\n(?=[ \t]*\n)/g, '&#10;');
  return html.replace(/^<(?:video|audio)\b(?:"[^"]*"|[^">])*>/, '$&\n');
}

function htmlOf(element: Element): string {
  return toHtml({ type: 'root', children: [element] });
}
