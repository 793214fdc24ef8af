import type { FoundTag } from './find-tags.ts';
import { endOfExpression } from './jsx-tag.ts';
import { applyEdits, type Edit, type MarkdownMap, mapMarkdown, marksIn, type Range } from './markdown-map.ts';

interface MathElement {
  readonly name: string;
  readonly children: (MathElement | string)[];
}

export function mathAsText(source: string, tags: readonly FoundTag[]): Edit[] {
  const edits: Edit[] = [];
  for (const [index, tag] of tags.entries()) {
    if (tag.name !== 'math' || tag.kind !== 'open' || tag.isInCode || tag.start < (edits.at(-1)?.end ?? 0)) continue;
    const close = tags.findIndex(({ name, kind }, at) => at > index && name === 'math' && kind === 'close');
    if (close < 0) continue;
    const text = toText(treeOf(source, tags.slice(index, close + 1))).trim();
    edits.push({ start: tag.start, end: (tags[close] ?? tag).end, text });
  }
  return edits;
}

function treeOf(source: string, tags: readonly FoundTag[]): MathElement {
  const root: MathElement = { name: 'math', children: [] };
  const open = [root];
  for (const [index, tag] of tags.entries()) {
    const parent = open.at(-1) ?? root;
    if (index > 0) parent.children.push(...wordsBetween(source, tags[index - 1]?.end ?? tag.start, tag.start));
    if (tag.kind === 'close') {
      if (open.length > 1 && parent.name === tag.name) open.pop();
      continue;
    }
    if (index === 0) continue;
    const element: MathElement = { name: tag.name, children: [] };
    parent.children.push(element);
    if (tag.kind === 'open') open.push(element);
  }
  return root;
}

function wordsBetween(source: string, start: number, end: number): string[] {
  const words = source.slice(start, end).replace(/\s+/g, ' ').trim();
  return words === '' ? [] : [words];
}

const RELATION = /^(?:=|≠|&#x2260;|≤|≥|&lt;|&gt;|<|>|&gt;&gt;|&lt;&lt;|≡|≈|→|\+|⊕|&#x2295;|×|&#xD7;|&times;|÷|−)$/i;

function toText(node: MathElement | string): string {
  if (typeof node === 'string') return node;
  const parts = node.children.map(toText);
  const [first = '', second = '', third = ''] = parts;
  switch (node.name) {
    case 'msub':
    case 'munder':
      return `${first}<sub>${second}</sub>`;
    case 'msup':
    case 'mover':
      return `${first}<sup>${second}</sup>`;
    case 'msubsup':
    case 'munderover':
      return `${first}<sub>${second}</sub><sup>${third}</sup>`;
    case 'mfrac':
      return `${grouped(first)}/${grouped(second)}`;
    case 'msqrt':
      return `√${grouped(parts.join(''))}`;
    case 'mspace':
      return ' ';
    case 'mo':
      return RELATION.test(first) ? ` ${first} ` : first;
    case 'annotation':
    case 'annotation-xml':
      return '';
    default:
      return parts.join('');
  }
}

function grouped(text: string): string {
  return /[\s+−-]/.test(text) ? `(${text})` : text;
}

export interface Taken {
  readonly body: string;
  readonly removed: readonly string[];
}

const IMPORT = /^import\s+(?:[\w$*{][^;'"]*\sfrom\s*)?['"][^'"\n]+['"];?[ \t]*$/;
const EXPORT = /^export\s+(?:const|let|var|default|function|async|class|type|interface|\{|\*)/;
const IMPORT_START = /^import\s+(?:['"]|[\w$*{][^'"]*?\bfrom\s*['"])/;

/** Removes only unmistakable import lines in plain Markdown. */
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

/** A comment that ends a heading is its id and becomes `{#id}`. */
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
