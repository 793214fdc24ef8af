import type { BodyFormat } from '#contract/posts.ts';

export interface OutlineHeading {
  readonly level: number;
  readonly text: string;
  /** Offset in the source, in UTF-16 code units. */
  readonly offset: number;
}

const FENCED_CODE = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gm;
const MARKDOWN_HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.*?)(?:[ \t]+#+)?[ \t]*$/gm;
const HEADING_ID = /\s*\{#[^{}]*\}\s*$/;
const HTML_HEADING = /<h([1-6])\b[^>]*>([\s\S]*?)<\/h\1>/gi;

/** Finds headings without parsing the whole body, while somebody writes. Text and JSON have none. */
export function outlineOf(body: string, format: BodyFormat): OutlineHeading[] {
  if (format === 'markdown') {
    // Blanks of the same length keep the offsets.
    const source = body.replace(FENCED_CODE, (code) => ' '.repeat(code.length));
    return [...source.matchAll(MARKDOWN_HEADING)].map(({ 1: marks = '', 2: text = '', index }) => ({
      level: marks.length,
      text: plainTextOf(text.replace(HEADING_ID, ''), format).trim(),
      offset: index,
    }));
  }
  if (format !== 'html') return [];
  return [...body.matchAll(HTML_HEADING)].map(({ 1: level, 2: html = '', index }) => ({
    level: Number(level),
    text: plainTextOf(html, format).trim(),
    offset: index,
  }));
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** Readable text of a body, near enough for counting and for headings. */
export function plainTextOf(body: string, format: BodyFormat): string {
  if (format === 'text' || format === 'json') return body;
  const text = body.replace(/<[^>]*>/g, ' ').replace(/&([a-z]+);/g, (all, name: string) => NAMED[name] ?? all);
  return format === 'markdown' ? text.replace(/\]\([^)\n]*\)/g, ']').replace(/[*_`#>[\]~|]+/g, ' ') : text;
}
