import { readTag } from './jsx-tag.ts';
import { applyEdits, type Edit, mapMarkdown, type Place } from './markdown-map.ts';

/** What shows that text is Markdown: links, emphasis, code, headings, lists. */
const MARKDOWN = /\]\(|\*\*|`|(?:^|\s)[*_][^\s*_]|^[ \t]*(?:#{1,6}|[-*+]|\d+[.)])[ \t]/m;
const RAW = /^<(?:pre|script|style|textarea|!|\?)/i;
const TAGS_ONLY = /^(?:\s*<[^<>]*>)+\s*$/;

/**
 * MDX reads Markdown between tags of HTML, where Markdown itself reads nothing but HTML up to the next empty line.
 * Where there is some, a tag that begins a phrase is drawn into its line, and others get empty lines around what is inside.
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

/** Elements that begin a block wherever they stand; any other begins one only alone on its line. */
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

/** Only where the block is in no list or quotation, whose lines begin with something of their own. */
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

/** Lines of tags alone and lines of anything else, in turns; a fence of code is one piece. */
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
