import type { LineRun } from '#contract/post-history.ts';

export interface WordRun {
  readonly change: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Maximum number of compared word pairs per page, to keep rendering fast. */
const MAX_PAIRS = 6_000_000;

/** Maximum number of compared word pairs per text. */
const MAX_PAIRS_AT_ONCE = 1_500_000;
const MIN_SHARED_RATIO = 0.25;

type WordDiffer = (before: string, after: string) => readonly WordRun[] | undefined;

/**
 * Returns a function that compares texts by words (`Intl.Segmenter`). It returns undefined when they have too little in
 * common or are too long.
 */
export function wordDiffer(language: string | undefined): WordDiffer {
  const segmenter = new Intl.Segmenter(language ?? 'en', { granularity: 'word' });
  const wordsOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);
  let left = MAX_PAIRS;
  return (before, after) => {
    const oldWords = wordsOf(before);
    const newWords = wordsOf(after);
    const start = commonStart(oldWords, newWords);
    const end = commonStart(oldWords.slice(start).toReversed(), newWords.slice(start).toReversed());
    const oldMiddle = oldWords.slice(start, oldWords.length - end);
    const newMiddle = newWords.slice(start, newWords.length - end);
    const pairs = oldMiddle.length * newMiddle.length;
    if (pairs > Math.min(left, MAX_PAIRS_AT_ONCE)) return undefined;
    left -= pairs;
    const core = compareWords(oldMiddle, newMiddle);
    const runs = joinRuns([
      ...unchangedRuns(oldWords.slice(0, start)),
      ...core,
      ...unchangedRuns(oldWords.slice(oldWords.length - end)),
    ]);
    return hasEnoughInCommon(runs, Math.max(before.length, after.length)) ? runs : undefined;
  };
}

const unchangedRuns = (words: readonly string[]): WordRun[] => words.map((text) => ({ change: 'same', text }));

function hasEnoughInCommon(runs: readonly WordRun[], length: number): boolean {
  const shared = runs.filter(({ change }) => change === 'same').reduce((sum, { text }) => sum + text.trim().length, 0);
  return shared >= length * MIN_SHARED_RATIO;
}

function commonStart(oldWords: readonly string[], newWords: readonly string[]): number {
  const differs = oldWords.findIndex((word, index) => word !== newWords[index]);
  return differs === -1 ? Math.min(oldWords.length, newWords.length) : differs;
}

function compareWords(oldWords: readonly string[], newWords: readonly string[]): WordRun[] {
  const longest = commonLengths(oldWords, newWords);
  const width = newWords.length + 1;
  const runs: WordRun[] = [];
  let at = 0;
  let to = 0;
  while (at < oldWords.length || to < newWords.length) {
    const before = oldWords[at];
    const after = newWords[to];
    if (before !== undefined && before === after) {
      runs.push({ change: 'same', text: before });
      at += 1;
      to += 1;
    } else if (before !== undefined && (after === undefined || lengthAt(at + 1, to) >= lengthAt(at, to + 1))) {
      runs.push({ change: 'removed', text: before });
      at += 1;
    } else {
      runs.push({ change: 'added', text: after ?? '' });
      to += 1;
    }
  }
  return runs;

  function lengthAt(row: number, column: number): number {
    return longest[row * width + column] ?? 0;
  }
}

/** Returns the length of the longest common subsequence of each pair of suffixes, as a row-major table. */
function commonLengths(oldWords: readonly string[], newWords: readonly string[]): Uint16Array {
  const width = newWords.length + 1;
  const lengths = new Uint16Array((oldWords.length + 1) * width);
  for (let row = oldWords.length - 1; row >= 0; row -= 1) {
    for (let column = newWords.length - 1; column >= 0; column -= 1) {
      const here = row * width + column;
      const isSame = oldWords[row] === newWords[column];
      const below = lengths[here + width] ?? 0;
      const beside = lengths[here + 1] ?? 0;
      lengths[here] = isSame ? (lengths[here + width + 1] ?? 0) + 1 : Math.max(below, beside);
    }
  }
  return lengths;
}

function joinRuns(words: readonly WordRun[]): WordRun[] {
  const runs: WordRun[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed !== '') runs.push({ change: 'removed', text: removed });
    if (added !== '') runs.push({ change: 'added', text: added });
    [removed, added] = ['', ''];
  };
  for (const { change, text } of words) {
    if (change === 'removed') removed += text;
    else if (change === 'added') added += text;
    else {
      flush();
      const last = runs.at(-1);
      if (last?.change === 'same') runs[runs.length - 1] = { change, text: last.text + text };
      else runs.push({ change, text });
    }
  }
  flush();
  return runs;
}

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
