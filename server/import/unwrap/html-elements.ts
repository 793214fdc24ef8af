import type { FoundTag } from './find-tags.ts';
import { isComponentName, readTag } from './jsx-tag.ts';
import { applyEdits, type Edit, mapMarkdown, type Place } from './markdown-map.ts';

const MARKDOWN = /\]\(|\*\*|`|(?:^|\s)[*_][^\s*_]|^[ \t]*(?:#{1,6}|[-*+]|\d+[.)])[ \t]/m;
const RAW = /^<(?:pre|script|style|textarea|!|\?)/i;
const TAGS_ONLY = /^(?:\s*<[^<>]*>)+\s*$/;

/**
 * MDX parses Markdown inside HTML blocks, Markdown does not: empty lines separate them. Inline tags are joined with
 * their line instead.
 */
export function openHtmlBlocks(source: string): string {
  const edits: Edit[] = [];
  for (const place of mapMarkdown(source, { isMdx: true }).places) {
    const text = source.slice(place.start, place.end);
    if (place.kind !== 'html' || RAW.test(text) || !MARKDOWN.test(text.replace(/<[^<>]*>/g, ''))) continue;
    edits.push(...(beginsPhrase(source, place) ? joinFirstLine(source, place) : spread(source, place)));
  }
  return applyEdits(source, edits);
}

/** These elements start an HTML block anywhere (CommonMark, 4.6, type 6), others only alone on their line. */
const BLOCK =
  /^<\/?(?:address|article|aside|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|menu|nav|ol|optgroup|option|p|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|ul)(?:[\s/>]|$)/i;

function beginsPhrase(source: string, { start, end }: Place): boolean {
  return !BLOCK.test(source.slice(start, end));
}

function joinFirstLine(source: string, { start, end }: Place): Edit[] {
  const tag = readTag(source, start);
  const gap = tag && /^\s*/.exec(source.slice(tag.end, end))?.[0].length;
  return tag && gap ? [{ start: tag.end, end: tag.end + gap, text: '' }] : [];
}

/** Skips blocks in lists and quotations, whose lines have prefixes. */
function spread(source: string, { start, end }: Place): Edit[] {
  if (start > 0 && source[start - 1] !== '\n') return [];
  const runs = runsOf(source.slice(start, end).split('\n'));
  const text = runs.map(({ isTags, lines }) => (isTags ? lines : alignLeft(lines)).join('\n')).join('\n\n');
  return [{ start, end, text }];
}

interface Run {
  readonly isTags: boolean;
  readonly lines: string[];
}

function runsOf(lines: readonly string[]): Run[] {
  const runs: Run[] = [];
  let fence: string | undefined;
  for (const line of lines) {
    const isTags = fence === undefined && TAGS_ONLY.test(line);
    fence = fenceAfter(line, fence);
    const run = runs.at(-1);
    if (run?.isTags === isTags) run.lines.push(line);
    else runs.push({ isTags, lines: [line] });
  }
  return runs;
}

function fenceAfter(line: string, fence: string | undefined): string | undefined {
  const mark = /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1];
  if (mark === undefined || fence === undefined) return fence ?? mark;
  return mark.startsWith(fence) ? undefined : fence;
}

function alignLeft(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const shared = Math.min(...indents);
  return lines.map((line) => line.slice(Math.min(shared, line.length)));
}

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

export interface PlainTag {
  readonly edit: Edit;
  readonly dropped: readonly string[];
}

export function toPlainTag({ start, end, kind, name, attributes }: FoundTag): PlainTag | undefined {
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
export function toMediaLink({ start, end, kind, name, attributes }: FoundTag): Edit | undefined {
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

const KNOWN = new Set(
  (
    'a abbr acronym address area article aside audio b base bdi bdo big blockquote body br button canvas caption center ' +
    'cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure ' +
    'font footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main ' +
    'map mark math menu meta meter nav noscript object ol optgroup option output p param picture pre progress q rp rt ruby ' +
    's samp script search section select slot small source span strike strong style sub summary sup svg table tbody td ' +
    'template textarea tfoot th thead time title tr track tt u ul var video wbr'
  ).split(' '),
);

export function isPlaceholder({ name, kind }: FoundTag, tags: readonly FoundTag[]): boolean {
  if (kind !== 'open' || name === '' || name.includes(':') || KNOWN.has(name.toLowerCase())) return false;
  return !tags.some((tag) => tag.kind === 'close' && tag.name === name);
}
