import { visit } from 'unist-util-visit';
import { parseMarkdown, rangeOf, shorten } from './unwrap/markdown-map.ts';

/** Syntax of other site generators that a post would show as text. */
const LEFTOVERS: readonly RegExp[] = [
  /\{\{[<%].*/,
  /\{%.*/,
  /^[ \t>]*:{3,}.*/,
  /!?\[\[[^\]\n]+\]\]/,
  /!\[[^\]\n]*\]\([^)\n]*\s=\d*x\d*\)/,
];

export function findLeftovers({ text, firstLine }: { readonly text: string; readonly firstLine: number }): string[] {
  if (!LEFTOVERS.some((pattern) => new RegExp(pattern, 'm').test(text))) return [];
  const lines = withoutCode(text).split('\n');
  return lines.flatMap((line, index) => {
    const found = LEFTOVERS.map((pattern) => pattern.exec(line)?.[0]).find(Boolean);
    return found === undefined ? [] : [`line ${firstLine + index}: shown as text: ${shorten(found)}`];
  });
}

function withoutCode(text: string): string {
  let plain = text;
  visit(parseMarkdown(text), (node) => {
    const range = rangeOf(node);
    if (!range || (node.type !== 'code' && node.type !== 'inlineCode')) return;
    const blank = text.slice(range.start, range.end).replace(/[^\n]/g, ' ');
    plain = plain.slice(0, range.start) + blank + plain.slice(range.end);
  });
  return plain;
}
