import type { Link, Nodes, Root } from 'mdast';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Place extends Range {
  readonly kind: 'html' | 'text';
}

export interface MarkdownMap {
  readonly tree: Root;
  readonly places: readonly Place[];
  /** Code and other ranges to leave alone, ordered by start. */
  readonly opaque: readonly Range[];
  readonly blocks: readonly Range[];
}

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkCjkFriendly).freeze();

let latest: { source: string; tree: Root } | undefined;

/** Several steps parse the same source. The tree must not be changed. */
export function parseMarkdown(source: string): Root {
  if (latest?.source !== source) latest = { source, tree: parser.parse(source) };
  return latest.tree;
}

/** MDX has no indented code, so it counts as text. */
export function mapMarkdown(source: string, { isMdx = false } = {}): MarkdownMap {
  const tree = parseMarkdown(source);
  const places: Place[] = [];
  const opaque: Range[] = [];
  const blocks: Range[] = [];
  visit(tree, (node, _index, parent) => {
    const range = rangeOf(node);
    if (!range) return;
    const isPhrase = parent !== undefined && PHRASING.has(parent.type);
    const marked = markingsOf(source, node, range, { isMdx, isPhrase });
    if (marked.place) places.push({ ...range, kind: marked.place });
    if (node.type === 'code' && !marked.place) blocks.push(range);
    opaque.push(...(marked.opaque ?? []));
  });
  return { tree, places, opaque: opaque.toSorted((one, other) => one.start - other.start), blocks };
}

interface Markings {
  readonly place?: Place['kind'];
  readonly opaque?: readonly Range[];
}

function markingsOf(
  source: string,
  node: Nodes,
  range: Range,
  { isMdx, isPhrase }: { isMdx: boolean; isPhrase: boolean },
): Markings {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
    case 'tableCell':
      return { place: 'text' };
    case 'html': {
      const comments = commentsIn(source, range);
      if (isPhrase) return { opaque: comments };
      return { place: 'html', opaque: [...comments, ...codeInsideHtml(source, range)] };
    }
    case 'code':
      return isMdx && !isFence(source, range) ? { place: 'text' } : { opaque: [range] };
    case 'link':
      return { opaque: targetsOf(source, node, range) };
    case 'inlineCode':
    case 'image':
      return { opaque: [range] };
    default:
      return {};
  }
}

const PHRASING = new Set<string>([
  'paragraph',
  'heading',
  'tableCell',
  'emphasis',
  'strong',
  'delete',
  'link',
  'linkReference',
]);

export function rangeOf({ position }: Pick<Nodes, 'position'>): Range | undefined {
  const { start, end } = position ?? {};
  return start?.offset === undefined || end?.offset === undefined
    ? undefined
    : { start: start.offset, end: end.offset };
}

function isFence(source: string, { start }: Range): boolean {
  return /^(?:```|~~~)/.test(source.slice(start, start + 3));
}

function targetsOf(source: string, link: Link, range: Range): Range[] {
  const last = link.children.at(-1);
  if (source[range.start] !== '[') return [range];
  return [{ start: (last && rangeOf(last)?.end) ?? range.start, end: range.end }];
}

function commentsIn(source: string, { start, end }: Range): Range[] {
  const found: Range[] = [];
  for (let at = source.indexOf('<!--', start); at >= 0 && at < end; ) {
    const close = source.indexOf('-->', at + 4);
    const stop = close < 0 || close + 3 > end ? end : close + 3;
    found.push({ start: at, end: stop });
    at = source.indexOf('<!--', stop);
  }
  return found;
}

const RAW = /^<(?:pre|script|style|textarea|!)/i;
const FENCE = /^[ \t>]*(`{3,}|~{3,})[^`\n]*$/gm;

/** Children of a component are raw HTML to the parser until the component's tags are removed. */
function codeInsideHtml(source: string, { start, end }: Range): Range[] {
  const text = source.slice(start, end);
  if (RAW.test(text)) return [];
  const found: Range[] = [];
  FENCE.lastIndex = 0;
  for (let open = FENCE.exec(text); open; open = FENCE.exec(text)) {
    const mark = open[1] ?? '';
    const close = new RegExp(`^[ \\t>]*${mark[0]}{${mark.length},}[ \\t]*$`, 'gm');
    close.lastIndex = FENCE.lastIndex;
    const stop = close.exec(text) ? close.lastIndex : text.length;
    found.push({ start: start + open.index, end: start + stop });
    FENCE.lastIndex = stop;
  }
  return [...found, ...codeSpansBetween(source, { start, end }, found)];
}

function codeSpansBetween(source: string, { start, end }: Range, fences: readonly Range[]): Range[] {
  const found: Range[] = [];
  let from = start;
  for (const gap of [...fences, { start: end, end }]) {
    found.push(...codeSpansIn(source.slice(from, gap.start), from));
    from = gap.end;
  }
  return found;
}

/** Pairs each run of backticks with the next run of the same length (CommonMark, 6.1). */
function codeSpansIn(text: string, offset: number): Range[] {
  const runs = [...text.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }));
  const nextOfLength = new Map<number, number>();
  const partners = runs.map(() => -1);
  for (const [position, { length }] of [...runs.entries()].toReversed()) {
    partners[position] = nextOfLength.get(length) ?? -1;
    nextOfLength.set(length, position);
  }
  const found: Range[] = [];
  for (let position = 0; position < runs.length; position += 1) {
    const open = runs[position];
    const close = runs[partners[position] ?? -1];
    if (!open || !close) continue;
    found.push({ start: offset + open.index, end: offset + close.index + close.length });
    position = partners[position] ?? position;
  }
  return found;
}

export function* marksIn(
  source: string,
  mark: string,
  { start, end }: Range,
  opaque: readonly Range[],
): Generator<number> {
  let next = firstFrom(opaque, start);
  for (let at = source.indexOf(mark, start); at >= 0 && at < end; ) {
    while ((opaque[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    const around = opaque[next];
    const isHidden = around !== undefined && around.start <= at;
    if (!isHidden && !isEscaped(source, at)) yield at;
    at = source.indexOf(mark, isHidden ? around.end : at + 1);
  }
}

function firstFrom(ranges: readonly Range[], start: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isEscaped(source: string, at: number): boolean {
  let before = at;
  while (source[before - 1] === '\\') before -= 1;
  return (at - before) % 2 === 1;
}

export interface Edit extends Range {
  readonly text: string;
}

/** Edits must not overlap. Those at the same position keep their order. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  const sorted = edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text } of sorted) {
    if (start < at) continue;
    pieces.push(source.slice(at, start), text);
    at = end;
  }
  return [...pieces, source.slice(at)].join('');
}
