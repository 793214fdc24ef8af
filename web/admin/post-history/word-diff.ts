export interface WordRun {
  readonly change: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Maximum number of compared word pairs per page, to keep rendering fast. */
const MAX_PAIRS = 6_000_000;
/** Maximum number of compared word pairs per text. */
const MAX_PAIRS_AT_ONCE = 1_500_000;
const MIN_SHARED_RATIO = 0.25;

export type WordDiffer = (before: string, after: string) => readonly WordRun[] | undefined;

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
