import { aroundPhrase, asBlocks, asPhrase, describeComponent } from './describe-component.ts';
import type { Element, FoundTag } from './find-tags.ts';
import { endOfExpression, isComponentName, literalOf, readTag, type Tag } from './jsx-tag.ts';
import type { Edit, MarkdownMap, Range } from './markdown-map.ts';

const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/^(?:Terminal|TerminalBlock|Shell|ShellBlock|CommandLine)$/, 'sh'],
  [/^Console(?:Block|Line|LogLine|Output)?$/, 'text'],
];

function asCodeBlock(name: string, children: string): string | undefined {
  const language = LANGUAGES.find(([pattern]) => pattern.test(name))?.[1];
  if (language === undefined || /^[ \t]*(?:```|~~~)/m.test(children)) return undefined;
  const text = plainText(children);
  if (text === undefined) return undefined;
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(({ 0: run }) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${trimBlankLines(text)}\n${fence}`;
}

function plainText(children: string): string | undefined {
  let text = '';
  for (let at = 0; at < children.length; ) {
    const piece = pieceAt(children, at);
    if (piece === undefined) return undefined;
    text += piece.text;
    at = piece.end;
  }
  return text;
}

interface Piece {
  readonly text: string;
  readonly end: number;
}

function pieceAt(source: string, at: number): Piece | undefined {
  const character = source[at] ?? '';
  if (character === '{') return expressionAt(source, at);
  if (character === '<') return tagAt(source, at);
  const escaped = character === '\\' ? (source[at + 1] ?? '') : '';
  return /^[!-/:-@[-`{-~]$/.test(escaped) ? { text: escaped, end: at + 2 } : { text: character, end: at + 1 };
}

function expressionAt(source: string, at: number): Piece | undefined {
  const end = endOfExpression(source, at);
  const text = end === undefined ? undefined : literalOf(source.slice(at, end));
  return text === undefined || end === undefined ? undefined : { text, end };
}

function tagAt(source: string, at: number): Piece | undefined {
  const tag = readTag(source, at);
  if (!tag) return { text: '<', end: at + 1 };
  return /^[a-z]+$/.test(tag.name) ? { text: tag.name === 'br' ? '\n' : '', end: tag.end } : undefined;
}

function trimBlankLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  const last = lines.findLastIndex((line) => line !== '');
  const stored = lines.slice(Math.max(first, 0), last + 1);
  const indent = Math.min(...stored.filter(Boolean).map((line) => line.length - line.trimStart().length));
  return stored.map((line) => line.slice(indent)).join('\n');
}

interface Surroundings {
  readonly before: string;
  readonly isAlone: boolean;
}

const CONTAINER = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*$/;
const LIST_MARK = /[^ \t>]/;

/** Recognizes text such as `Array<String>` or `<your name>`. */
export function isMeantAsText(source: string, { first, close }: Element): boolean {
  if (first.isInCode) return true;
  if (close !== undefined || first.kind !== 'open' || first.name === '') return false;
  if (/\w/.test(source[first.start - 1] ?? '')) return true;
  const says = first.attributes.some(({ value, isExpression }) => isExpression || value !== '');
  return !says && !surroundingsOf(source, first).isAlone;
}

interface Unwrapping {
  readonly source: string;
  readonly map: MarkdownMap;
  readonly isMdx: boolean;
}

export function unwrapElement(context: Unwrapping, { name, first, close }: Element): Edit[] {
  const { source } = context;
  const around = surroundingsOf(source, first);
  if (close) {
    const pair = { name, first, close, around, closing: surroundingsOf(source, close) };
    return (
      asPreformatted(source, pair) ?? asWhole(source, pair) ?? asPhrasePair(source, pair) ?? asBlockPair(context, pair)
    );
  }
  const description = describeComponent(first);
  if (around.isAlone) return [blockEdit(context, first, around, asBlocks(description))];
  return [{ ...rangeOf(first), text: asPhrase(description) }];
}

interface Pair {
  readonly name: string;
  readonly first: FoundTag;
  readonly close: FoundTag;
  readonly around: Surroundings;
  readonly closing: Surroundings;
}

function asPreformatted(source: string, { name, first, close, around, closing }: Pair): Edit[] | undefined {
  if (!around.isAlone || !closing.isAlone || around.before.trim() !== '') return undefined;
  const block = asCodeBlock(name, source.slice(first.end, close.start));
  if (block === undefined) return undefined;
  const head = asBlocks(describeComponent(first));
  const text = head === '' ? `\n${block}\n` : `\n${head}\n\n${block}\n`;
  return [{ start: first.start, end: close.end, text }];
}

function asWhole(source: string, { first, close, around }: Pair): Edit[] | undefined {
  if (around.isAlone || around.before !== '' || !isWhole(source, first, close)) return undefined;
  const description = describeComponent(first);
  if (description.link !== undefined && description.title === undefined) return undefined;
  const head = asBlocks(description);
  return [
    { ...rangeOf(first), text: head === '' ? '\n' : `\n${head}\n\n` },
    { ...rangeOf(close), text: '\n' },
  ];
}

function asPhrasePair(source: string, { first, close, around }: Pair): Edit[] | undefined {
  if (around.isAlone) return undefined;
  const phrase = aroundPhrase(describeComponent(first), source.slice(first.end, close.start));
  return [
    { ...rangeOf(first), text: phrase.before },
    { ...rangeOf(close), text: phrase.after },
  ];
}

function asBlockPair(context: Unwrapping, pair: Pair): Edit[] {
  const { first, close, around, closing } = pair;
  return [
    blockEdit(context, first, around, asBlocks(describeComponent(first))),
    ...(closing.isAlone ? dedent(context, pair) : []),
    closing.isAlone ? blockEdit(context, close, closing, '') : { ...rangeOf(close), text: '\n' },
  ];
}

function rangeOf({ start, end }: Tag): Range {
  return { start, end };
}

function surroundingsOf(source: string, { start, end }: Range): Surroundings {
  const before = source.slice(source.lastIndexOf('\n', start - 1) + 1, start);
  const lineEnd = source.indexOf('\n', end);
  const after = source.slice(end, lineEnd < 0 ? source.length : lineEnd);
  return { before, isAlone: CONTAINER.test(before) && after.trim() === '' };
}

function blockEdit({ source, map }: Unwrapping, tag: FoundTag, { before }: Surroundings, content: string): Edit {
  const indent = before.replace(/[^\s>]/g, ' ');
  if (!LIST_MARK.test(before)) {
    const lines = content.split('\n').map((line) => `${before}${line}`.trimEnd());
    if (content !== '') return { ...rangeOf(tag), text: `\n${lines.join('\n')}\n${before.trimEnd()}` };
    const text = isBeforeCodeByIndent(source, map, tag) ? SEPARATOR : '';
    return { start: tag.start - (before.trim() === '' ? before.length : 0), end: tag.end, text };
  }
  if (content !== '') {
    const lines = content.split('\n').map((line, index) => (index === 0 ? line : `${indent}${line}`.trimEnd()));
    return { ...rangeOf(tag), text: `${lines.join('\n')}\n${indent.trimEnd()}` };
  }
  // List items must not begin with an empty line, so the following text moves up to the marker.
  const [gap = ''] = /^\s*/.exec(source.slice(tag.end)) ?? [];
  const isSameItem = indent.trim() === '' && gap.slice(gap.lastIndexOf('\n') + 1).startsWith(indent);
  return { start: tag.start, end: isSameItem ? tag.end + gap.length : tag.end, text: '' };
}

/** Keeps indented code from joining the list or code before the removed tag. */
const SEPARATOR = '<!-- -->';

function isBeforeCodeByIndent(source: string, { blocks }: MarkdownMap, tag: Tag): boolean {
  const gap = /^[ \t]*\n(?:[ \t]*\n)*(?: {4,}|[ ]*\t)/.exec(source.slice(tag.end))?.[0].length;
  if (gap === undefined) return false;
  const at = tag.end + gap;
  return blocks.some(({ start, end }) => start <= at && end > at);
}

function isWhole(source: string, first: FoundTag, close: FoundTag): boolean {
  const { place } = first;
  if (close.place.start !== place.start) return false;
  const text = source.slice(place.start, place.end).trim();
  if (place.start === first.start && place.start + text.length === close.end) return true;
  const isOneLine = !source.slice(first.start, close.end).includes('\n');
  return isOneLine && text.split('\n').every((line) => isElementLine(line));
}

function isElementLine(line: string): boolean {
  const name = /^<([A-Za-z][\w.]*)/.exec(line)?.[1] ?? '';
  return isComponentName(name) && line.endsWith('>');
}

function dedent({ source, map, isMdx }: Unwrapping, { first, close, around: { before } }: Pair): Edit[] {
  const start = source.indexOf('\n', first.end) + 1;
  const end = source.lastIndexOf('\n', close.start);
  const isCodeByIndent = ({ start: at, end: stop }: Range) =>
    at < end && stop > start && /^[ \t]/.test(source.slice(at, stop));
  if (before.trim() !== '' || start > end || (!isMdx && map.blocks.some(isCodeByIndent))) return [];
  const lines = linesOf(source, start, end);
  const shared = sharedIndent(lines.filter(({ text }) => text.trim() !== '').map(({ text }) => text));
  if (!shared.startsWith(before)) return [];
  return lines.flatMap(({ text, at }) => {
    const length = Math.min(shared.length, text.length - text.trimStart().length) - before.length;
    const from = at + before.length;
    return length > 0 ? [{ start: from, end: from + length, text: '' }] : [];
  });
}

function linesOf(source: string, start: number, end: number): { text: string; at: number }[] {
  let at = start;
  return source
    .slice(start, end)
    .split('\n')
    .map((text) => {
      const line = { text, at };
      at += text.length + 1;
      return line;
    });
}

function sharedIndent(lines: readonly string[]): string {
  let shared: string | undefined;
  for (const line of lines) {
    const [indent = ''] = /^[ \t]*/.exec(line) ?? [];
    shared ??= indent;
    while (!indent.startsWith(shared)) shared = shared.slice(0, -1);
  }
  return shared ?? '';
}
