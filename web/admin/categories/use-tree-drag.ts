import { type DndContextProps, type DragStartEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { useCallbackRef } from '@mantine/hooks';
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { type CategoryTrees, deepestFor, type Place, type Row, rowsOf, type Tree, without } from './category-trees.ts';

export interface TreeDrag {
  readonly tree: Tree;
  readonly from: Place;
  /** Rows visible without the dragged category. */
  readonly rows: readonly Row[];
  readonly dropTarget: DropTarget;
  /** Depth that the user requested; gaps in between may not have allowed it. */
  readonly requestedDepth: number;
  readonly by: 'pointer' | 'keys';
}

interface DragListener {
  readonly pickedUp: (drag: TreeDrag) => void;
  readonly moved: (drag: TreeDrag) => void;
  readonly cancelled: (drag: TreeDrag) => void;
  readonly dropped: (drag: TreeDrag) => void;
}

interface TreeDragOptions {
  /** Element that contains the rows with their `data-slug` attributes. */
  readonly list: RefObject<HTMLElement | null>;
  readonly categoryTrees: CategoryTrees;
  readonly isUnfolded: (slug: string) => boolean;
  readonly listener: DragListener;
  /** Instructions for screen readers. */
  readonly help: string;
}

interface PointerTrack {
  readonly fromX: number;
  readonly fromDepth: number;
  x: number;
  y: number;
  readonly stop: AbortController;
}

/** Indentation per level in pixels; equals --indent in category-tree.css. */
const INDENT = 20;
const POINTER = { activationConstraint: { distance: 4 } };

/** The tree announces drags itself, because it knows parents and places. */
const SILENT = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

export function useTreeDrag({ list, categoryTrees, isUnfolded, listener, help }: TreeDragOptions) {
  const [drag, setDrag] = useState<TreeDrag>();
  const current = useRef<TreeDrag>(undefined);
  const pointer = useRef<PointerTrack>(undefined);

  function show(next: TreeDrag | undefined): void {
    current.current = next;
    setDrag(next);
  }

  function pickUp(row: Row, by: TreeDrag['by']): void {
    const rows = rowsOf(without(categoryTrees, row.tree.slug), isUnfolded);
    const before = rowsOf(categoryTrees, isUnfolded).findIndex(({ tree }) => tree.slug === row.tree.slug);
    const picked = {
      tree: row.tree,
      from: row.place,
      by,
      requestedDepth: row.depth,
      rows,
      dropTarget: { before, depth: row.depth },
    };
    show(picked);
    listener.pickedUp(picked);
  }

  function dragTo(dropTarget: DropTarget | undefined, requestedDepth = dropTarget?.depth): void {
    const dragged = current.current;
    if (
      !dragged ||
      !dropTarget ||
      (dropTarget.before === dragged.dropTarget.before && dropTarget.depth === dragged.dropTarget.depth)
    )
      return;
    const next = { ...dragged, dropTarget, requestedDepth: requestedDepth ?? dropTarget.depth };
    show(next);
    listener.moved(next);
  }

  function end(how: 'dropped' | 'cancelled'): void {
    const dragged = current.current;
    pointer.current?.stop.abort();
    pointer.current = undefined;
    show(undefined);
    if (dragged) listener[how](dragged);
  }

  /**
   * Follows the pointer itself, because dnd-kit reports moves after the next render: a fast finger is lifted before
   * that, and the drop would be lost.
   */
  function follow({ active, activatorEvent }: DragStartEvent): void {
    const row = active.data.current as Row;
    const { clientX, clientY, pointerId } = activatorEvent as PointerEvent;
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    const track: PointerTrack = { fromX: clientX, fromDepth: row.depth, x: clientX, y: clientY, stop };
    pointer.current = track;
    pickUp(row, 'pointer');
    const handle = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      if (event.type === 'pointercancel') return end('cancelled');
      track.x = event.clientX;
      track.y = event.clientY;
      point();
      if (event.type === 'pointerup') end('dropped');
    };
    for (const type of ['pointermove', 'pointerup', 'pointercancel'] as const) {
      window.addEventListener(type, handle, options);
    }
  }

  function point(): void {
    const dragged = current.current;
    if (!dragged || !pointer.current) return;
    const { fromX, fromDepth, x, y } = pointer.current;
    const depth = fromDepth + Math.round((x - fromX) / INDENT);
    const target = { before: rowsAbove(list.current, dragged.rows, y), depth };
    dragTo(clampDepth(dragged.rows, target, deepestFor(dragged.tree)));
  }

  function handleKey(row: Row, event: KeyboardEvent): void {
    const dragged = current.current;
    if (dragged?.by === 'pointer') return;
    const keys = dragged ? keysDuring(dragged) : { ' ': () => pickUp(row, 'keys'), Enter: () => pickUp(row, 'keys') };
    const act = (keys as Record<string, () => void>)[event.key];
    if (!act || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  function keysDuring({ rows, dropTarget, requestedDepth, tree }: TreeDrag): Record<string, () => void> {
    const deepest = deepestFor(tree);
    const step = (by: 1 | -1) =>
      dragTo(nextDropTarget(rows, { ...dropTarget, depth: requestedDepth }, by, deepest), requestedDepth);
    const shift = (by: number) => dragTo(clampDepth(rows, { ...dropTarget, depth: dropTarget.depth + by }, deepest));
    return {
      ArrowUp: () => step(-1),
      ArrowDown: () => step(1),
      ArrowRight: () => shift(1),
      ArrowLeft: () => shift(-1),
      ' ': () => end('dropped'),
      Enter: () => end('dropped'),
      Escape: () => end('cancelled'),
      // Tab is disabled, so that the focus stays on the dragged row.
      Tab: () => {},
    };
  }

  const onKeyDown = useCallbackRef(handleKey);
  const onBlur = useCallbackRef(() => {
    if (current.current?.by === 'keys') end('cancelled');
  });
  const handle: DragHandle = useMemo(() => ({ onKeyDown, onBlur }), [onKeyDown, onBlur]);
  const context: DndContextProps = {
    sensors: useSensors(useSensor(PointerSensor, POINTER)),
    onDragStart: follow,
    // Scrolling moves the rows below a resting pointer.
    onDragMove: point,
    onDragEnd: () => end('dropped'),
    onDragCancel: () => end('cancelled'),
    accessibility: { announcements: SILENT, screenReaderInstructions: { draggable: help } },
  };
  return { drag, handle, context };
}

/** Handlers with a stable identity, so that memoized rows do not render during a drag. */
export interface DragHandle {
  readonly onKeyDown: (row: Row, event: KeyboardEvent) => void;
  readonly onBlur: () => void;
}

export function isUnmoved({ rows, dropTarget, from }: TreeDrag): boolean {
  const place = placeOf(rows, dropTarget);
  return place.parent === from.parent && place.position === from.position;
}

function rowsAbove(list: HTMLElement | null, rows: readonly Row[], y: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const box = rowElement(list, rows[middle])?.getBoundingClientRect();
    if (box && box.top + box.height / 2 < y) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function rowElement(list: HTMLElement | null, row: Row | undefined): HTMLElement | null {
  return row && list ? list.querySelector<HTMLElement>(`[data-slug="${CSS.escape(row.tree.slug)}"]`) : null;
}

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
