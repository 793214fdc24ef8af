import type { Nodes, Root } from 'mdast';
import { type MdxJsxAttribute, type MdxJsxExpressionAttribute, mdxJsxFromMarkdown } from 'mdast-util-mdx-jsx';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { type Range, rangeOf } from './markdown-map.ts';
import { literalOf, programOf, type Rejected, tolerantMdx } from './tolerant-mdx.ts';

export interface Attribute {
  readonly name: string;
  /** Undefined for code that is no literal. */
  readonly value: string | undefined;
  readonly isExpression: boolean;
}

export interface Tag extends Range {
  readonly kind: 'open' | 'close' | 'selfClosing';
  readonly name: string;
  readonly attributes: readonly Attribute[];
  /** Paragraph, heading, table cell, or run of tags on their own lines. */
  readonly block: Range;
  readonly isInCode: boolean;
}

export interface Brace extends Range {
  /** Undefined for a comment. */
  readonly text: string | undefined;
  readonly closesHeading: boolean;
}

export interface MdxMap {
  readonly tags: readonly Tag[];
  readonly braces: readonly Brace[];
  readonly modules: readonly Range[];
  readonly blocks: readonly Range[];
  /** Blocks directly in the document, with their first column. */
  readonly topLevel: readonly (Range & { readonly indent: number; readonly isTag: boolean })[];
  readonly texts: readonly Range[];
  readonly rejected: readonly Rejected[];
}

interface MdxNode {
  readonly type: 'mdxTag' | 'mdxBrace' | 'mdxModule';
  readonly tag?: Pick<Tag, 'kind' | 'name' | 'attributes'>;
  readonly text?: string | undefined;
}

type TagOfLibrary = { name?: string | undefined; close: boolean; selfClosing: boolean } & {
  attributes: readonly (MdxJsxAttribute | MdxJsxExpressionAttribute)[];
};

/** Makes a node of each tag, because unclosed tags are no errors here. */
function tagsFromMarkdown(): ReturnType<typeof mdxJsxFromMarkdown> {
  const { enter, exit } = mdxJsxFromMarkdown();
  const asNode: NonNullable<typeof exit>[string] = function (token) {
    this.resume();
    const tag = this.data.mdxJsxTag;
    if (tag) this.enter({ type: 'mdxTag', tag: toTag(tag) } as never, token);
    this.exit(token);
  };
  const mark = (type: MdxNode['type']): NonNullable<typeof enter>[string] =>
    function (token) {
      const literal = literalOf(programOf(token));
      this.enter({ type, text: literal === undefined ? undefined : String(literal) } as never, token);
      this.exit(token);
    };
  return {
    enter: {
      ...enter,
      // The library throws an error for closing tags without an opening one.
      mdxJsxFlowTagClosingMarker: () => undefined,
      mdxJsxTextTagClosingMarker: () => undefined,
      mdxFlowExpression: mark('mdxBrace'),
      mdxTextExpression: mark('mdxBrace'),
      mdxjsEsm: mark('mdxModule'),
    },
    exit: { ...exit, mdxJsxFlowTag: asNode, mdxJsxTextTag: asNode },
  };
}

function toTag({ name = '', close, selfClosing, attributes }: TagOfLibrary): Pick<Tag, 'kind' | 'name' | 'attributes'> {
  return {
    name,
    kind: close ? 'close' : selfClosing ? 'selfClosing' : 'open',
    attributes: attributes.map(toAttribute),
  };
}

function toAttribute(attribute: MdxJsxAttribute | MdxJsxExpressionAttribute): Attribute {
  if (attribute.type === 'mdxJsxExpressionAttribute')
    return { name: `{${attribute.value}}`, value: undefined, isExpression: true };
  const { name, value } = attribute;
  if (typeof value !== 'object' || value === null) return { name, value: value ?? '', isExpression: false };
  const literal = literalOf(value.data?.estree);
  return { name, value: literal === undefined ? undefined : String(literal), isExpression: true };
}

let latest: { source: string; isMdx: boolean; map: MdxMap } | undefined;

export function readMdx(source: string, isMdx: boolean): MdxMap {
  if (latest?.source !== source || latest.isMdx !== isMdx) latest = { source, isMdx, map: toMap(source, isMdx) };
  return latest.map;
}

function toMap(source: string, isMdx: boolean): MdxMap {
  const rejected: Rejected[] = [];
  const tree = unified()
    .data('micromarkExtensions', [tolerantMdx({ isMdx, onRejected: (each) => rejected.push(each) })])
    .data('fromMarkdownExtensions', [tagsFromMarkdown()])
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkCjkFriendly)
    .parse(source);
  return { ...collect(source, tree), rejected };
}

const BLOCKS = new Set(['paragraph', 'heading', 'tableCell']);
const CODE_ELEMENTS = new Set(['pre', 'code', 'kbd', 'samp', 'textarea', 'script', 'style']);

type AnyNode = Pick<Nodes, 'position'> & (Nodes | MdxNode);

function collect(source: string, tree: Root): Omit<MdxMap, 'rejected'> {
  const tags: Tag[] = [];
  const braces: Brace[] = [];
  const [modules, blocks, texts]: [Range[], Range[], Range[]] = [[], [], []];
  const topLevel: MdxMap['topLevel'][number][] = [];
  let openCode = 0;

  const addTag = (tag: Pick<Tag, 'kind' | 'name' | 'attributes'>, range: Range, block: Range | undefined) => {
    const isCode = CODE_ELEMENTS.has(tag.name.toLowerCase());
    const isInCode = block !== undefined && !isCode && openCode > 0;
    tags.push({ ...tag, ...range, block: block ?? lineAround(source, range), isInCode });
    if (isCode) openCode += tag.kind === 'open' ? 1 : tag.kind === 'close' ? -1 : 0;
  };
  const visitors: Record<string, (node: AnyNode, range: Range, block: Range | undefined) => void> = {
    mdxTag: (node, range, block) => 'tag' in node && node.tag && addTag(node.tag, range, block),
    mdxBrace: (node, range, block) => {
      const text = 'text' in node ? node.text : undefined;
      braces.push({ ...range, text, closesHeading: closesHeading(source, range, block) });
    },
    mdxModule: (_node, range) => modules.push(range),
    code: (_node, range) => blocks.push(range),
    text: (_node, range) => texts.push(range),
    html: (_node, range, block) => {
      const tag = block && readHtmlTag(source.slice(range.start, range.end));
      if (tag) addTag(tag, range, block);
    },
  };
  const visit = (nodes: readonly AnyNode[], block: Range | undefined): void =>
    nodes.forEach((node) => {
      const range = rangeOf(node);
      const own = BLOCKS.has(node.type) ? range : undefined;
      if (own) openCode = 0;
      if (range) visitors[node.type]?.(node, range, block);
      if ('children' in node) visit(node.children, own ?? block);
    });
  for (const node of tree.children as readonly AnyNode[]) {
    const { start, end } = node.position ?? {};
    if (start?.offset === undefined || end?.offset === undefined) continue;
    topLevel.push({ start: start.offset, end: end.offset, indent: start.column - 1, isTag: node.type === 'mdxTag' });
  }
  visit(tree.children, undefined);
  return { tags, braces, modules, blocks, texts, topLevel };
}

function lineAround(source: string, { start, end }: Range): Range {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = source.indexOf('\n', end);
  const line = source.slice(lineStart, lineEnd < 0 ? undefined : lineEnd);
  return { start: lineStart + line.search(/\S|$/), end: lineStart + line.trimEnd().length };
}

function closesHeading(source: string, { end }: Range, heading: Range | undefined): boolean {
  return (
    heading !== undefined && source[heading.start] === '#' && /^[ \t]*#*[ \t]*$/.test(source.slice(end, heading.end))
  );
}

/** Values without quotes are HTML, but not JSX. */
function readHtmlTag(html: string): Pick<Tag, 'kind' | 'name' | 'attributes'> | undefined {
  const [, slash, name, attributes = '', isVoid] = HTML_TAG.exec(html) ?? [];
  if (name === undefined) return undefined;
  return {
    name,
    kind: slash ? 'close' : isVoid ? 'selfClosing' : 'open',
    attributes: [...attributes.matchAll(HTML_ATTRIBUTE)].map(([, key = '', value = '']) => ({
      name: key,
      value: value.replace(/^(["'])([\s\S]*)\1$/, '$2'),
      isExpression: false,
    })),
  };
}

const HTML_TAG =
  /^<(\/)?([A-Za-z][\w.:-]*)((?:\s+[^\s"'=<>`/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*(\/)?>$/;
const HTML_ATTRIBUTE = /([^\s"'=<>`/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g;
