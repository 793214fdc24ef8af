import type { Place, Row } from './category-trees.ts';

/** Drop position: index among the rows visible without the dragged category, and depth. */
export interface DropTarget {
  readonly before: number;
  readonly depth: number;
}

/** Clamps the depth to what the gap allows. Returns undefined when the subtree would be too deep. */
export function clampDepth(
  rows: readonly Row[],
  { before, depth }: DropTarget,
  deepest: number,
): DropTarget | undefined {
  const least = rows[before]?.depth ?? 0;
  const most = Math.min((rows[before - 1]?.depth ?? -1) + 1, deepest);
  if (before < 0 || before > rows.length || least > most) return undefined;
  return { before, depth: Math.min(Math.max(depth, least), most) };
}

export function nextDropTarget(rows: readonly Row[], target: DropTarget, by: 1 | -1, deepest: number): DropTarget {
  for (let before = target.before + by; before >= 0 && before <= rows.length; before += by) {
    const next = clampDepth(rows, { before, depth: target.depth }, deepest);
    if (next) return next;
  }
  return clampDepth(rows, target, deepest) ?? target;
}

export function placeOf(rows: readonly Row[], { before, depth }: DropTarget): Place {
  const above = rows[before - 1];
  if (!above) return { parent: '', position: 0 };
  // A collapsed category receives it as the last child, because its order among hidden children cannot be seen.
  if (depth > above.depth) {
    return { parent: above.tree.slug, position: above.isOpen ? 0 : above.tree.children.length };
  }
  const sibling = rows.slice(0, before).findLast((row) => row.depth === depth) ?? above;
  return { parent: sibling.place.parent, position: sibling.place.position + 1 };
}

/** Returns the number of siblings at a place, without the dragged category. */
export function siblingsAt(rows: readonly Row[], { parent }: Place): number {
  if (parent === '') return rows.find(({ depth }) => depth === 0)?.siblings ?? 0;
  return rows.find(({ tree }) => tree.slug === parent)?.tree.children.length ?? 0;
}
