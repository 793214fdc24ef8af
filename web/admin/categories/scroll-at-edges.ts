/** So near to the edge of the window it moves on, in pixels. */
const EDGE = 72;
/** How far it moves with each picture, at the edge itself. */
const MAX_STEP = 14;

/** Moves the page on while the pointer is near the upper or lower edge, and tells where the pointer is. */
export function scrollAtEdges(onScroll: (x: number, y: number) => void): { readonly stop: () => void } {
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
