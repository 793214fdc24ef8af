import { readTag } from './jsx-tag.ts';
import { applyEdits, type Edit, mapMarkdown, type Place } from './markdown-map.ts';

const MARKDOWN = /\]\(|\*\*|`|(?:^|\s)[*_][^\s*_]|^[ \t]*(?:#{1,6}|[-*+]|\d+[.)])[ \t]/m;
const RAW = /^<(?:pre|script|style|textarea|!|\?)/i;
const TAGS_ONLY = /^(?:\s*<[^<>]*>)+\s*$/;

/**
 * Separates Markdown inside HTML blocks by empty lines, since MDX parses it there and Markdown does not. Inline tags
 * are joined with their line instead.
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

/** Elements that start an HTML block anywhere (CommonMark, 4.6, type 6); others only alone on their line. */
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
