import { escapeMarkdown } from './describe-component.ts';
import { endOfExpression, literalOf } from './jsx-expression.ts';
import { applyEdits, type Edit, mapMarkdown, marksIn, type Range } from './markdown-map.ts';
import { inShort } from './mdx-syntax.ts';

export interface Resolved {
  readonly body: string;
  readonly left: readonly string[];
}

/** Replaces literal expressions such as `{'text'}` by escaped Markdown. */
export function resolveExpressions(source: string, { isMdx }: { isMdx: boolean }): Resolved {
  const edits: Edit[] = [];
  const left: string[] = [];
  for (const range of expressionsIn(source, isMdx)) {
    const expression = source.slice(range.start, range.end);
    const literal = literalOf(expression);
    if (literal !== undefined && /['"`]/.test(expression))
      edits.push({ ...range, text: asMarkdown(source, range, literal) });
    else if (!HEADING_ID.test(expression)) left.push(inShort(expression));
  }
  return { body: applyEdits(source, edits), left };
}

const HEADING_ID = /^\{#[\w-]+\}$/;

/** Bounds the search for the end of a stray brace. */
const MAX_EXPRESSION_LENGTH = 2000;

function expressionsIn(source: string, isMdx: boolean): Range[] {
  const { places, opaque } = mapMarkdown(source, { isMdx });
  const found: Range[] = [];
  for (const place of places) {
    for (const at of marksIn(source, '{', place, opaque)) {
      const limit = Math.min(place.end, at + MAX_EXPRESSION_LENGTH);
      const end = at < (found.at(-1)?.end ?? 0) ? undefined : endOfExpression(source, at, limit);
      if (end !== undefined) found.push({ start: at, end });
    }
  }
  return found;
}

function asMarkdown(source: string, { start, end }: Range, text: string): string {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  const isAlone = source.slice(lineStart, start).trim() === '' && /^[ \t]*(?:\n|$)/.test(source.slice(end, end + 200));
  // A `<br>` alone on its line would begin an HTML block, so it becomes an empty line.
  if (isAlone && text.trim() === '') return '';
  return escapeMarkdown(text)
    .replace(/ {2,}/g, (spaces) => '&nbsp;'.repeat(spaces.length))
    .replace(/\t/g, '&nbsp;&nbsp;')
    .replaceAll('\n', '<br>');
}
