const MAX_CELLS = 1_000_000;

type Pair<Left, Right> = readonly [left?: Left | undefined, right?: Right | undefined];

/**
 * Pairs two lists in order so that the sum of the scores is largest (Needleman and Wunsch 1970). Pairs with score 0 stay
 * apart. Very long lists are paired by position.
 */
export function align<Left, Right>(
  left: readonly Left[],
  right: readonly Right[],
  scoreOf: (left: Left, right: Right) => number,
): Pair<Left, Right>[] {
  if (left.length * right.length > MAX_CELLS) return alignByPosition(left, right);
  const best = bestSums(left, right, scoreOf);
  const pairs: Pair<Left, Right>[] = [];
  const width = right.length + 1;
  let [row, column] = [0, 0];
  while (row < left.length && column < right.length) {
    const at = row * width + column;
    if (best[at] === best[at + width]) pairs.push([left[row++]]);
    else if (best[at] === best[at + 1]) pairs.push([undefined, right[column++]]);
    else pairs.push([left[row++], right[column++]]);
  }
  for (const own of left.slice(row)) pairs.push([own]);
  for (const own of right.slice(column)) pairs.push([undefined, own]);
  return pairs;
}

/** Returns the largest sum of each pair of suffixes, as a row-major table. */
function bestSums<Left, Right>(
  left: readonly Left[],
  right: readonly Right[],
  scoreOf: (left: Left, right: Right) => number,
): Float64Array {
  const width = right.length + 1;
  const best = new Float64Array((left.length + 1) * width);
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      const score = scoreOf(left[row] as Left, right[column] as Right);
      const paired = score + (best[at + width + 1] ?? 0);
      best[at] = Math.max(paired, best[at + width] ?? 0, best[at + 1] ?? 0);
    }
  }
  return best;
}

function alignByPosition<Left, Right>(left: readonly Left[], right: readonly Right[]): Pair<Left, Right>[] {
  const length = Math.max(left.length, right.length);
  return Array.from({ length }, (_, at) => [left[at], right[at]]);
}
