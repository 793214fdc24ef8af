/** `width` is relative to the font size; `breakCost` is that of a line break after the letter. */
export interface SetLetter {
  readonly letter: string;
  readonly width: number;
  readonly breakCost: number;
}

export interface Setting {
  readonly size: number;
  readonly maxLines: number;
}

export interface SetText {
  readonly size: number;
  readonly lines: readonly (readonly [from: number, to: number])[];
  readonly isCut: boolean;
}

/** Maximum cost accepted before trying a smaller font size. */
const GOOD_COST = 0.45;
const ACCEPTABLE_COST = 1.6;
/** Minimum length of the last line, relative to the ideal. */
const MIN_LAST_LINE_RATIO = 0.3;
const SHORT_LAST_LINE_COST = 1;
export const ELLIPSIS = '…';
const ELLIPSIS_WIDTH = 1;

/**
 * Chooses the largest size with good lines, otherwise the best one. Text that never fits is shortened in the smallest
 * size.
 */
export function setText(letters: readonly SetLetter[], width: number, settings: readonly Setting[]): SetText {
  const all = settings.flatMap(({ size, maxLines }) => {
    const best = bestLines(letters, width / size, maxLines);
    return best ? [{ size, ...best }] : [];
  });
  const chosen =
    all.find(({ cost }) => cost <= GOOD_COST) ??
    all.find(({ cost }) => cost <= ACCEPTABLE_COST) ??
    all.toSorted((one, other) => one.cost - other.cost)[0];
  if (chosen) return { size: chosen.size, lines: chosen.lines, isCut: false };
  return cutToFit(letters, width, settings.at(-1) ?? { size: 1, maxLines: 1 });
}

function cutToFit(letters: readonly SetLetter[], width: number, { size, maxLines }: Setting): SetText {
  let least = 0;
  let most = letters.length;
  let found: Lines | undefined;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    const lines = bestLines(shortened(letters, middle), width / size, maxLines);
    if (lines) {
      found = lines;
      least = middle;
    } else most = middle - 1;
  }
  return { size, lines: found?.lines ?? [], isCut: true };
}

function shortened(letters: readonly SetLetter[], count: number): SetLetter[] {
  const visible = letters.slice(0, count);
  const last = visible.at(-1);
  return last ? visible.with(-1, { ...last, width: last.width + ELLIPSIS_WIDTH }) : visible;
}

interface Lines {
  readonly lines: SetText['lines'];
  readonly cost: number;
}

function bestLines(letters: readonly SetLetter[], width: number, maxLines: number): Lines | undefined {
  const starts = widthsBefore(letters);
  const total = starts.at(-1) ?? 0;
  let best: Lines | undefined;
  for (let count = Math.max(1, Math.ceil(total / width - 0.001)); count <= maxLines; count += 1) {
    const found = linesOf({ letters, starts, width, ideal: total / count }, count);
    if (!found) continue;
    if (best) return found.cost < best.cost ? found : best;
    if (found.cost <= GOOD_COST) return found;
    best = found;
  }
  return best;
}

function widthsBefore(letters: readonly SetLetter[]): number[] {
  const starts = [0];
  for (const { width } of letters) starts.push((starts.at(-1) ?? 0) + width);
  return starts;
}

interface Measured {
  readonly letters: readonly SetLetter[];
  readonly starts: readonly number[];
  readonly width: number;
  readonly ideal: number;
}

/** Finds the cheapest breaks into exactly `count` lines by dynamic programming (as Knuth and Plass). */
function linesOf(text: Measured, count: number): Lines | undefined {
  const end = text.letters.length;
  // Minimum cost up to each letter with the lines so far, and the start of the last line.
  let costs: (number | undefined)[] = [0];
  const begins: number[][] = [];
  for (let line = 1; line <= count; line += 1) {
    const isLast = line === count;
    const begin: number[] = [];
    const next: (number | undefined)[] = [];
    for (let to = isLast ? end : line; to <= end; to += 1) {
      const from = cheapestStart(text, costs, { to, isLast: isLast && count > 1 });
      if (!from) continue;
      next[to] = from.cost;
      begin[to] = from.index;
    }
    begins.push(begin);
    costs = next;
  }
  const cost = costs[end];
  return cost === undefined ? undefined : { cost, lines: backtrack(begins, end) };
}

function cheapestStart(
  text: Measured,
  costs: readonly (number | undefined)[],
  { to, isLast }: { to: number; isLast: boolean },
): { readonly index: number; readonly cost: number } | undefined {
  let best: { index: number; cost: number } | undefined;
  for (let index = to - 1; index >= 0; index -= 1) {
    if (lineWidth(text, index, to) > text.width) break;
    const before = costs[index];
    if (before === undefined) continue;
    const cost = before + lineCost(text, { from: index, to, isLast });
    if (!best || cost < best.cost) best = { index, cost };
  }
  return best;
}

function lineCost(text: Measured, { from, to, isLast }: { from: number; to: number; isLast: boolean }): number {
  const width = lineWidth(text, from, to);
  const unevenness = ((width - text.ideal) / text.ideal) ** 2;
  const shortLastLine =
    isLast && (width < text.ideal * MIN_LAST_LINE_RATIO || to - from < 3) ? SHORT_LAST_LINE_COST : 0;
  return unevenness + shortLastLine + (text.letters[to - 1]?.breakCost ?? 0);
}

function lineWidth({ letters, starts }: Measured, from: number, to: number): number {
  const isSpaceLast = letters[to - 1]?.letter === ' ';
  return (starts[isSpaceLast ? to - 1 : to] ?? 0) - (starts[from] ?? 0);
}

function backtrack(begins: readonly (readonly number[])[], end: number): [number, number][] {
  const lines: [number, number][] = [];
  let to = end;
  for (const begin of begins.toReversed()) {
    const from = begin[to] ?? 0;
    lines.unshift([from, to]);
    to = from;
  }
  return lines;
}
