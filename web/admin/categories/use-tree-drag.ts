import {
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type CategoryTrees, deepestFor, type Place, type Row, rowsOf, type Tree, without } from './category-trees.ts';
import { clampDepth, type DropTarget, nextDropTarget, placeOf } from './drop-target.ts';

/** Distance from the window edge, in pixels, within which the page scrolls. */
const EDGE = 72;
/** Maximum pixels scrolled per animation frame, reached at the edge. */
const MAX_STEP = 14;

function scrollAtEdges(onScroll: (x: number, y: number) => void): { readonly stop: () => void } {
  let pointer: { readonly x: number; readonly y: number } | undefined;
  const follow = ({ clientX, clientY }: PointerEvent) => {
    pointer = { x: clientX, y: clientY };
  };
  const step = () => {
    frame = requestAnimationFrame(step);
    if (!pointer) return;
    const above = EDGE - pointer.y;
    const below = EDGE - (window.innerHeight - pointer.y);
    const by = (Math.max(0, below) - Math.max(0, above)) / EDGE;
    if (by === 0) return;
    window.scrollBy(0, by * MAX_STEP);
    onScroll(pointer.x, pointer.y);
  };
  let frame = requestAnimationFrame(step);
  window.addEventListener('pointermove', follow);
  return {
    stop: () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', follow);
    },
  };
}

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

export interface DragListener {
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
}

/** Indentation per level in pixels; equals --indent in category-tree.css. */
const INDENT = 20;
const CLICK_PX = 4;

interface Press {
  readonly row: Row;
  readonly x: number;
  readonly y: number;
}

export function useTreeDrag({ list, categoryTrees, isUnfolded, listener }: TreeDragOptions) {
  const [drag, setDrag] = useState<TreeDrag>();
  const current = useRef<TreeDrag>(undefined);
  const press = useRef<Press>(undefined);

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
    press.current = undefined;
    show(undefined);
    if (dragged) listener[how](dragged);
  }

  function point(x: number, y: number): void {
    const dragged = current.current;
    if (!dragged || !press.current) return;
    const before = rowsAbove(list.current, dragged.rows, y);
    const depth = press.current.row.depth + Math.round((x - press.current.x) / INDENT);
    dragTo(clampDepth(dragged.rows, { before, depth }, deepestFor(dragged.tree)));
  }

  const pointed = useRef(point);
  pointed.current = point;
  const ended = useRef(end);
  ended.current = end;
  const isPointing = drag?.by === 'pointer';
  useEffect(() => {
    if (!isPointing) return;
    const scrolling = scrollAtEdges((x, y) => pointed.current(x, y));
    const cancel = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      ended.current('cancelled');
    };
    window.addEventListener('keydown', cancel, true);
    return () => {
      scrolling.stop();
      window.removeEventListener('keydown', cancel, true);
    };
  }, [isPointing]);

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

  const latest = useRef<DragHandle>(undefined);
  latest.current = {
    onKeyDown: handleKey,
    onBlur: () => {
      if (current.current?.by === 'keys') end('cancelled');
    },
    onPointerDown: (row: Row, event: ReactPointerEvent) => {
      if (event.button !== 0 || !event.isPrimary) return;
      press.current = { row, x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: ReactPointerEvent) => {
      const pressed = press.current;
      if (!pressed) return;
      const isFar = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) >= CLICK_PX;
      if (!current.current && isFar) pickUp(pressed.row, 'pointer');
      point(event.clientX, event.clientY);
    },
    onPointerUp: () => {
      if (current.current?.by === 'pointer') end('dropped');
      press.current = undefined;
    },
    onPointerCancel: () => {
      if (current.current?.by === 'pointer') end('cancelled');
      press.current = undefined;
    },
  };
  const [handle] = useState(() => lasting(latest));
  return { drag, handle };
}

/** Handlers with a stable identity, so that memoized rows do not render during a drag. */
export interface DragHandle {
  readonly onKeyDown: (row: Row, event: KeyboardEvent) => void;
  readonly onBlur: () => void;
  readonly onPointerDown: (row: Row, event: ReactPointerEvent) => void;
  readonly onPointerMove: (event: ReactPointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
}

function lasting(latest: RefObject<DragHandle | undefined>): DragHandle {
  return {
    onKeyDown: (row, event) => latest.current?.onKeyDown(row, event),
    onBlur: () => latest.current?.onBlur(),
    onPointerDown: (row, event) => latest.current?.onPointerDown(row, event),
    onPointerMove: (event) => latest.current?.onPointerMove(event),
    onPointerUp: () => latest.current?.onPointerUp(),
    onPointerCancel: () => latest.current?.onPointerCancel(),
  };
}

export function isUnmoved({ rows, dropTarget, from }: TreeDrag): boolean {
  const place = placeOf(rows, dropTarget);
  return place.parent === from.parent && place.position === from.position;
}

/** Counts the rows whose middle is above `y`, by binary search. */
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
