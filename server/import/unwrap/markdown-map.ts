import type { Nodes, Root } from 'mdast';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

export interface Range {
  readonly start: number;
  readonly end: number;
}

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkCjkFriendly).freeze();

let latest: { source: string; tree: Root } | undefined;

/** Several steps parse the same source. The tree must not be changed. */
export function parseMarkdown(source: string): Root {
  if (latest?.source !== source) latest = { source, tree: parser.parse(source) };
  return latest.tree;
}

export function rangeOf({ position }: Pick<Nodes, 'position'>): Range | undefined {
  const { start, end } = position ?? {};
  return start?.offset === undefined || end?.offset === undefined
    ? undefined
    : { start: start.offset, end: end.offset };
}

export interface Edit extends Range {
  readonly text: string;
}

/** Leaves out edits that overlap an earlier one. Those at the same position keep their order. */
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

export function shorten(source: string): string {
  const line = source.replace(/\s+/g, ' ').trim();
  return line.length <= 80 ? line : `${line.slice(0, 79).toWellFormed()}…`;
}
