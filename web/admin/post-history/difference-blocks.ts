import type { LineRun } from '#contract/post-history.ts';
import type { WordDiffer, WordRun } from './word-diff.ts';

export interface SideLines {
  readonly change: 'removed' | 'added';
  readonly lines: readonly (readonly WordRun[])[];
}

export type Block =
  | { readonly kind: 'same'; readonly text: string }
  | { readonly kind: 'folded'; readonly text: string; readonly count: number }
  | { readonly kind: 'changed'; readonly sides: readonly SideLines[] };

const CONTEXT_LINES = 3;
const MIN_FOLDED_LINES = 3;

export function toBlocks(runs: readonly LineRun[], compareWords: WordDiffer): Block[] {
  const blocks: Block[] = [];
  for (const [index, run] of runs.entries()) {
    const before = runs[index - 1];
    const next = runs[index + 1];
    if (run.change === 'same') blocks.push(...fold(run.text, { isFirst: !before, isLast: !next }));
    else if (run.change === 'added' && before?.change === 'removed') continue;
    else if (run.change === 'removed' && next?.change === 'added')
      blocks.push({ kind: 'changed', sides: compareSides(run.text, next.text, compareWords) });
    else blocks.push({ kind: 'changed', sides: [wholeSide(run.change, run.text)] });
  }
  return blocks;
}

function fold(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): Block[] {
  const lines = linesOf(text);
  const head = isFirst ? 0 : CONTEXT_LINES;
  const tail = isLast ? 0 : CONTEXT_LINES;
  const count = lines.length - head - tail;
  if (count < MIN_FOLDED_LINES) return [{ kind: 'same', text: lines.join('\n') }];
  const folded = lines.slice(head, head + count).join('\n');
  const same = (some: readonly string[]): Block[] =>
    some.length === 0 ? [] : [{ kind: 'same', text: some.join('\n') }];
  return [...same(lines.slice(0, head)), { kind: 'folded', text: folded, count }, ...same(lines.slice(head + count))];
}

function compareSides(before: string, after: string, compareWords: WordDiffer): SideLines[] {
  const words = compareWords(withoutLast(before), withoutLast(after));
  if (!words) return [wholeSide('removed', before), wholeSide('added', after)];
  const side = (change: SideLines['change'], other: SideLines['change']): SideLines => ({
    change,
    lines: splitLines(words.filter((run) => run.change !== other)),
  });
  return [side('removed', 'added'), side('added', 'removed')];
}

const wholeSide = (change: SideLines['change'], text: string): SideLines => ({
  change,
  lines: linesOf(text).map((line) => [{ change, text: line }]),
});

function splitLines(words: readonly WordRun[]): WordRun[][] {
  const lines: WordRun[][] = [[]];
  for (const { change, text } of words) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ change, text: part });
    }
  }
  return lines;
}

const withoutLast = (text: string) => (text.endsWith('\n') ? text.slice(0, -1) : text);
const linesOf = (text: string) => withoutLast(text).split('\n');
