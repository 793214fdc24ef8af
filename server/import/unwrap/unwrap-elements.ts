import { aroundPhrase, asBlocks, asPhrase, describeComponent } from './describe-component.ts';
import { isComponentName } from './html-elements.ts';
import type { Edit, Range } from './markdown-map.ts';
import type { MdxMap, Tag } from './read-mdx.ts';

export interface Element {
  readonly name: string;
  readonly first: Tag;
  readonly close: Tag | undefined;
}

/** Unclosed tags are elements of their own. */
export function outermostElements(tags: readonly Tag[]): Element[] {
  const elements: Element[] = [];
  const open: Tag[] = [];
  for (const tag of tags) {
    if (tag.kind === 'open') open.push(tag);
    else if (tag.kind === 'selfClosing') elements.push(singleTagElement(tag));
    else {
      const partner = open.findLastIndex(({ name }) => name === tag.name);
      const [first = tag, ...unclosed] = partner < 0 ? [] : open.splice(partner);
      elements.push({ name: tag.name, first, close: first === tag ? undefined : tag });
      elements.push(...unclosed.map(singleTagElement));
    }
  }
  elements.push(...open.map(singleTagElement));
  let reach = 0;
  return elements
    .toSorted((one, other) => one.first.start - other.first.start)
    .filter(({ first, close }) => {
      if (first.start < reach) return false;
      reach = (close ?? first).end;
      return true;
    });
}

export function singleTagElement(first: Tag): Element {
  return { name: first.name, first, close: undefined };
}

const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/^(?:Terminal|TerminalBlock|Shell|ShellBlock|CommandLine)$/, 'sh'],
  [/^Console(?:Block|Line|LogLine|Output)?$/, 'text'],
];

function asCodeBlock({ source, map }: Unwrapping, name: string, range: Range): string | undefined {
  const language = LANGUAGES.find(([pattern]) => pattern.test(name))?.[1];
  if (language === undefined || map.blocks.some(({ start, end }) => start < range.end && end > range.start))
    return undefined;
  const text = plainText(source, map, range);
  if (text === undefined) return undefined;
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(({ 0: run }) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${trimBlankLines(text)}\n${fence}`;
}

function plainText(source: string, { tags, braces }: MdxMap, { start, end }: Range): string | undefined {
  const pieces = [
    ...tags.map((tag) => ({ ...tag, text: isComponentName(tag.name) ? undefined : tag.name === 'br' ? '\n' : '' })),
    ...braces.map((brace) => ({ ...brace, text: brace.text ?? '' })),
  ].filter((piece) => piece.start >= start && piece.end <= end);
  let text = '';
  let at = start;
  for (const piece of [...pieces.toSorted((one, other) => one.start - other.start), { start: end, end, text: '' }]) {
    const between = source.slice(at, piece.start);
    if (piece.text === undefined || /(?<!\\)\{/.test(between)) return undefined;
    text += between.replace(/\\([!-/:-@[-`{-~])/g, '$1') + piece.text;
    at = piece.end;
  }
  return text;
}

function trimBlankLines(text: string): string {
  const lines = text
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());
  const indent = Math.min(...lines.filter(Boolean).map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(indent)).join('\n');
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
  readonly map: MdxMap;
  readonly isMdx: boolean;
}

export function unwrapElement(context: Unwrapping, { name, first, close }: Element): Edit[] {
  const { source } = context;
  const around = surroundingsOf(source, first);
  if (close) {
    const pair = { name, first, close, around, closing: surroundingsOf(source, close) };
    return (
      asPreformatted(context, pair) ?? asWhole(source, pair) ?? asPhrasePair(source, pair) ?? asBlockPair(context, pair)
    );
  }
  const description = describeComponent(first);
  if (around.isAlone) return [blockEdit(context, first, around, asBlocks(description))];
  return [{ ...first, text: asPhrase(description) }];
}

interface Pair {
  readonly name: string;
  readonly first: Tag;
  readonly close: Tag;
  readonly around: Surroundings;
  readonly closing: Surroundings;
}

function asPreformatted(context: Unwrapping, { name, first, close, around, closing }: Pair): Edit[] | undefined {
  if (!around.isAlone || !closing.isAlone || around.before.trim() !== '') return undefined;
  const block = asCodeBlock(context, name, { start: first.end, end: close.start });
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
    { ...first, text: head === '' ? '\n' : `\n${head}\n\n` },
    { ...close, text: '\n' },
  ];
}

function asPhrasePair(source: string, { first, close, around }: Pair): Edit[] | undefined {
  if (around.isAlone) return undefined;
  const phrase = aroundPhrase(describeComponent(first), source.slice(first.end, close.start));
  return [
    { ...first, text: phrase.before },
    { ...close, text: phrase.after },
  ];
}

function asBlockPair(context: Unwrapping, pair: Pair): Edit[] {
  const { first, close, around, closing } = pair;
  return [
    blockEdit(context, first, around, asBlocks(describeComponent(first))),
    ...(closing.isAlone ? dedent(context, pair) : []),
    closing.isAlone ? blockEdit(context, close, closing, '') : { ...close, text: '\n' },
  ];
}

function surroundingsOf(source: string, { start, end }: Range): Surroundings {
  const before = source.slice(source.lastIndexOf('\n', start - 1) + 1, start);
  const lineEnd = source.indexOf('\n', end);
  const after = source.slice(end, lineEnd < 0 ? source.length : lineEnd);
  return { before, isAlone: CONTAINER.test(before) && after.trim() === '' };
}

function blockEdit({ source, map }: Unwrapping, tag: Tag, { before }: Surroundings, content: string): Edit {
  const indent = before.replace(/[^\s>]/g, ' ');
  if (!LIST_MARK.test(before)) {
    const lines = content.split('\n').map((line) => `${before}${line}`.trimEnd());
    if (content !== '') return { ...tag, text: `\n${lines.join('\n')}\n${before.trimEnd()}` };
    const text = isBeforeCodeByIndent(source, map, tag) ? SEPARATOR : '';
    return { start: tag.start - (before.trim() === '' ? before.length : 0), end: tag.end, text };
  }
  if (content !== '') {
    const lines = content.split('\n').map((line, index) => (index === 0 ? line : `${indent}${line}`.trimEnd()));
    return { ...tag, text: `${lines.join('\n')}\n${indent.trimEnd()}` };
  }
  // List items must not begin with an empty line, so the following text moves up to the marker.
  const [gap = ''] = /^\s*/.exec(source.slice(tag.end)) ?? [];
  const isSameItem = indent.trim() === '' && gap.slice(gap.lastIndexOf('\n') + 1).startsWith(indent);
  return { start: tag.start, end: isSameItem ? tag.end + gap.length : tag.end, text: '' };
}

/** Keeps indented code from joining the list or code before the removed tag. */
const SEPARATOR = '<!-- -->';

function isBeforeCodeByIndent(source: string, { blocks }: MdxMap, tag: Tag): boolean {
  const gap = /^[ \t]*\n(?:[ \t]*\n)*(?: {4,}|[ ]*\t)/.exec(source.slice(tag.end))?.[0].length;
  if (gap === undefined) return false;
  const at = tag.end + gap;
  return blocks.some(({ start, end }) => start <= at && end > at);
}

function isWhole(source: string, first: Tag, close: Tag): boolean {
  const { block } = first;
  if (close.block.start !== block.start) return false;
  const text = source.slice(block.start, block.end).trim();
  if (block.start === first.start && block.start + text.length === close.end) return true;
  const isOneLine = !source.slice(first.start, close.end).includes('\n');
  return isOneLine && text.split('\n').every((line) => isComponentName(/^<([A-Za-z][\w.]*).*>$/.exec(line)?.[1] ?? ''));
}

function dedent({ source, map, isMdx }: Unwrapping, { first, close, around: { before } }: Pair): Edit[] {
  const start = source.indexOf('\n', first.end) + 1;
  const end = source.lastIndexOf('\n', close.start);
  const isCodeByIndent = ({ start: at, end: stop }: Range) =>
    at < end && stop > start && /^[ \t]/.test(source.slice(at, stop));
  if (before.trim() !== '' || start > end || (!isMdx && map.blocks.some(isCodeByIndent))) return [];
  const indents = [...source.slice(start, end).matchAll(/^[ \t]*(?=\S)/gm)];
  const shared = indents.map(([indent]) => indent).reduce(sharedStart, indents[0]?.[0] ?? '');
  const width = shared.startsWith(before) ? shared.length - before.length : 0;
  if (width === 0) return [];
  const at = (index: number) => start + index + before.length;
  return indents.map(({ index }) => ({ start: at(index), end: at(index) + width, text: '' }));
}

function sharedStart(one: string, other: string): string {
  let length = Math.min(one.length, other.length);
  while (!other.startsWith(one.slice(0, length))) length -= 1;
  return one.slice(0, length);
}
