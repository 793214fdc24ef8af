import { endOfExpression } from './jsx-expression.ts';
import { applyEdits, type Edit, type MarkdownMap, mapMarkdown, marksIn, type Range } from './markdown-map.ts';

export interface Taken {
  readonly body: string;
  readonly removed: readonly string[];
}

const IMPORT = /^import\s+(?:[\w$*{][^;'"]*\sfrom\s*)?['"][^'"\n]+['"];?[ \t]*$/;
const EXPORT = /^export\s+(?:const|let|var|default|function|async|class|type|interface|\{|\*)/;
const IMPORT_START = /^import\s+(?:['"]|[\w$*{][^'"]*?\bfrom\s*['"])/;

/** Removes imports and exports of MDX; in plain Markdown only unmistakable import lines. */
export function removeModules(source: string, { isMdx }: { isMdx: boolean }): Taken {
  const { opaque } = mapMarkdown(source, { isMdx });
  const edits: Edit[] = [];
  const removed: string[] = [];
  for (const { start, end } of paragraphsOf(source)) {
    if (opaque.some((range) => range.start < end && range.end > start && range.start <= start)) continue;
    const found = isMdx ? moduleAt(source, start, end) : importsAt(source, start, end);
    if (!found || found.start < (edits.at(-1)?.end ?? 0)) continue;
    edits.push({ ...found, text: '' });
    removed.push(inShort(source.slice(found.start, found.end)));
  }
  return { body: applyEdits(source, edits), removed };
}

function paragraphsOf(source: string): Range[] {
  const found: Range[] = [];
  for (const { index, 0: text } of source.matchAll(/(?:^|(?<=\n[ \t]*\n))[^\s](?:[^\n]|\n(?![ \t]*(?:\n|$)))*/g))
    found.push({ start: index, end: index + text.length });
  return found;
}

/** Code may contain empty lines: it ends at an empty line after all brackets are closed. */
function moduleAt(source: string, start: number, paragraphEnd: number): Range | undefined {
  const text = source.slice(start, paragraphEnd);
  if (!EXPORT.test(text) && !IMPORT_START.test(text)) return undefined;
  for (let end = paragraphEnd; end <= source.length; ) {
    if (isBalanced(source.slice(start, end))) return { start, end };
    const gap = /\n[ \t]*\n/g;
    gap.lastIndex = end + 1;
    if (end === source.length) break;
    end = gap.exec(source)?.index ?? source.length;
  }
  return { start, end: paragraphEnd };
}

function importsAt(source: string, start: number, end: number): Range | undefined {
  const lines = source.slice(start, end).split('\n');
  return lines.every((line) => IMPORT.test(line)) ? { start, end } : undefined;
}

function isBalanced(code: string): boolean {
  const wrapped = `{${code}\n}`;
  return endOfExpression(wrapped, 0) === wrapped.length;
}

const HEADING_WITH_ID = /^(?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*#{1,6}[ \t].*$/;
const ID = /^[a-z0-9][a-z0-9-]*$/i;

/** Removes comments in braces. A comment that ends a heading is its id and becomes `{#id}`. */
export function removeComments(source: string, { opaque }: MarkdownMap): Taken {
  const edits: Edit[] = [];
  const removed: string[] = [];
  for (const at of marksIn(source, '{/*', { start: 0, end: source.length }, opaque)) {
    if (at < (edits.at(-1)?.end ?? 0)) continue;
    if (!source.includes('*/', at)) break;
    const end = endOfComment(source, at, opaque);
    if (end === undefined) continue;
    const words = source
      .slice(at + 3, end)
      .replace(/\*\/\s*\}$/, '')
      .trim();
    const id = ID.test(words) && closesHeading(source, at, end) ? words : undefined;
    edits.push(id === undefined ? commentEdit(source, at, end) : { start: at, end, text: `{#${id}}` });
    if (id === undefined) removed.push(inShort(source.slice(at, end)));
  }
  return { body: applyEdits(source, edits), removed };
}

function endOfComment(source: string, start: number, opaque: readonly Range[]): number | undefined {
  for (let at = source.indexOf('*/', start + 3); at >= 0; at = source.indexOf('*/', at + 2)) {
    const end = /^\*\/\s*\}/.exec(source.slice(at, at + 200))?.[0].length;
    if (end === undefined) continue;
    return opaque.some((range) => range.start <= at && range.end > at) ? undefined : at + end;
  }
  return undefined;
}

function closesHeading(source: string, start: number, end: number): boolean {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  const rest = /^[ \t]*#*[ \t]*(?:\n|$)/.test(source.slice(end, end + 200));
  return rest && HEADING_WITH_ID.test(source.slice(lineStart, start));
}

function commentEdit(source: string, start: number, end: number): Edit {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  const isAtEnd = /^[ \t]*(?:\n|$)/.test(source.slice(end, end + 200));
  const spaces = /[ \t]*$/.exec(source.slice(lineStart, start))?.[0].length ?? 0;
  const isAlone = isAtEnd && spaces === start - lineStart;
  if (isAlone)
    return { start: lineStart, end: Math.min(source.length, source.indexOf('\n', end) + 1 || source.length), text: '' };
  return { start: isAtEnd ? start - spaces : start, end, text: '' };
}

export function inShort(source: string): string {
  const line = source.replace(/\s+/g, ' ').trim();
  return line.length <= 80 ? line : `${line.slice(0, 79).toWellFormed()}…`;
}
