/** Distance from the window edge, in pixels, within which the page scrolls. */
const EDGE = 72;
/** Maximum pixels scrolled per animation frame, reached at the edge. */
const MAX_STEP = 14;

/** Scrolls the page while the pointer is near the upper or lower edge. Reports the pointer position after each step. */
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
