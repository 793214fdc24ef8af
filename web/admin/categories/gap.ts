import type { Place, Row } from './forest.ts';

/**
 * Where something that is carried would be put: before the row of this number, on this level. The rows are those that
 * are seen without what is carried.
 */
export interface Gap {
  readonly before: number;
  readonly depth: number;
}

/** The level next to the wanted one that the gap allows; none where what is carried would stand too deep. */
export function settle(rows: readonly Row[], { before, depth }: Gap, deepest: number): Gap | undefined {
  const least = rows[before]?.depth ?? 0;
  const most = Math.min((rows[before - 1]?.depth ?? -1) + 1, deepest);
  if (before < 0 || before > rows.length || least > most) return undefined;
  return { before, depth: Math.min(Math.max(depth, least), most) };
}

/** The next gap in a direction that what is carried may be put into, or the same one at the end. */
export function stepped(rows: readonly Row[], gap: Gap, by: 1 | -1, deepest: number): Gap {
  for (let before = gap.before + by; before >= 0 && before <= rows.length; before += by) {
    const next = settle(rows, { before, depth: gap.depth }, deepest);
    if (next) return next;
  }
  return settle(rows, gap, deepest) ?? gap;
}

/** Where something put into a gap stands in the tree. */
export function placeOf(rows: readonly Row[], { before, depth }: Gap): Place {
  const above = rows[before - 1];
  if (!above) return { parent: '', position: 0 };
  // Below a folded category it would be out of sight between others: it becomes the last.
  if (depth > above.depth) {
    return { parent: above.tree.slug, position: above.isOpen ? 0 : above.tree.children.length };
  }
  const sibling = rows.slice(0, before).findLast((row) => row.depth === depth) ?? above;
  return { parent: sibling.place.parent, position: sibling.place.position + 1 };
}

/** How many there are on the level of a place, what is carried left out. */
export function siblingsAt(rows: readonly Row[], { parent }: Place): number {
  if (parent === '') return rows.find(({ depth }) => depth === 0)?.siblings ?? 0;
  return rows.find(({ tree }) => tree.slug === parent)?.tree.children.length ?? 0;
}
