import { htmlTagNames } from 'html-tag-names';
import type { Edit, Range } from './markdown-map.ts';
import type { MdxMap, Tag } from './read-mdx.ts';

const HTML_NAMES = new Set(htmlTagNames);

export function isComponentName(name: string): boolean {
  if (name.includes('.')) return true;
  return /^[A-Z]/.test(name) && !(name === name.toUpperCase() && HTML_NAMES.has(name.toLowerCase()));
}

/** These elements start an HTML block anywhere (CommonMark, 4.6, type 6), others only alone on their line. */
const BLOCK =
  /^(?:address|article|aside|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|menu|nav|ol|optgroup|option|p|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|ul)$/i;

/**
 * MDX reads Markdown directly below a tag, and indented by any width; Markdown does not. Empty lines separate them, and
 * tags of phrases are joined with their line. Blocks in lists and quotations stay as they are.
 */
export function openHtmlBlocks(source: string, { tags, topLevel }: MdxMap): Edit[] {
  const tagAt = new Map(tags.map((tag) => [tag.start, tag]));
  const open = tags.filter(({ name, kind }) => name === 'pre' && kind === 'open');
  const isInPre = ({ start }: TopLevel) =>
    open.some(
      (pre) => pre.end < start && !tags.some((tag) => isEndOfPre(tag) && tag.start > pre.end && tag.start < start),
    );
  return topLevel.flatMap((block, index) => {
    if (block.isTag || isInPre(block)) return [];
    const former = topLevel[index - 1];
    const before = neighbor(source, former, block);
    const after = neighbor(source, block, topLevel[index + 1]);
    const opening = before && tagAt.get(former?.start ?? -1);
    if (opening && !BLOCK.test(opening.name)) return [{ ...before, text: '' }];
    const breaks = [before, after].flatMap((gap) => (gap ? [{ start: gap.start, end: gap.start, text: '\n' }] : []));
    return breaks.length > 0 || block.indent > 3 ? [...breaks, ...alignLeft(source, block)] : [];
  });
}

function isEndOfPre({ name, kind }: Tag): boolean {
  return name === 'pre' && kind === 'close';
}

/** Returns the space between a block and a tag, unless an empty line separates them. */
function neighbor(source: string, one: TopLevel | undefined, other: TopLevel | undefined): Range | undefined {
  if (!one || !other || one.isTag === other.isTag) return undefined;
  // An unclosed fence in a list contains the empty lines after it.
  const end = one.start + source.slice(one.start, one.end).trimEnd().length;
  const isApart = /\n[ \t]*\n/.test(source.slice(end, other.start));
  return isApart ? undefined : { start: one.end, end: other.start };
}

type TopLevel = MdxMap['topLevel'][number];

function alignLeft(source: string, { start, end, indent }: TopLevel): Edit[] {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  const spaces = source.slice(lineStart, end).matchAll(/^[ \t]+/gm);
  return [...spaces].map(({ index, 0: space }) => ({
    start: lineStart + index,
    end: lineStart + index + Math.min(indent, space.length),
    text: '',
  }));
}

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

export interface PlainTag {
  readonly edit: Edit;
  readonly dropped: readonly string[];
}

export function toPlainTag({ start, end, kind, name, attributes }: Tag): PlainTag | undefined {
  if (name === '' || isComponentName(name) || kind === 'close') return undefined;
  const isUnclosed = kind === 'selfClosing' && !VOID.has(name.toLowerCase());
  if (!isUnclosed && !attributes.some(({ isExpression }) => isExpression)) return undefined;
  const readable = attributes.filter((attribute) => attribute.value !== undefined);
  const dropped = attributes.filter((attribute) => attribute.value === undefined);
  const written = readable.map(({ name: key, value = '' }) => ` ${key}="${quote(value)}"`).join('');
  return {
    edit: { start, end, text: `<${name}${written}>${isUnclosed ? `</${name}>` : ''}` },
    dropped: dropped.map((attribute) => `${attribute.name} of <${name}>`),
  };
}

const MEDIA = new Set(['iframe', 'embed', 'video', 'audio', 'object']);

/** Posts do not show embedded media. In `<video>` and `<audio>` each source becomes a link. */
export function toMediaLink({ start, end, kind, name, attributes }: Tag): Edit | undefined {
  const element = name.toLowerCase();
  const attribute = (requested: string) =>
    attributes.find((each) => each.name.toLowerCase() === requested)?.value?.trim();
  const address = attribute('src') ?? (element === 'object' ? attribute('data') : undefined);
  if (!MEDIA.has(element) && !(element === 'source' && address)) return undefined;
  if (kind === 'close' || !address || /^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(address)) return { start, end, text: '' };
  const href = address.startsWith('//') ? `https:${address}` : address;
  const words = attribute('title') || href.replace(/^https?:\/\//, '');
  return { start, end, text: `<a href="${quote(href)}">${words.replaceAll('<', '&lt;')}</a>` };
}

export const NEVER_SHOWN: ReadonlySet<string> = new Set(
  'script style svg canvas form select button textarea template noscript'.split(' '),
);

function quote(value: string): string {
  return value.replaceAll('"', '&quot;');
}

export function isPlaceholder({ name, kind }: Tag, tags: readonly Tag[]): boolean {
  if (kind !== 'open' || name === '' || name.includes(':') || HTML_NAMES.has(name.toLowerCase())) return false;
  return !tags.some((tag) => tag.kind === 'close' && tag.name === name);
}
