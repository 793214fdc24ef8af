import { useCallback, useEffect, useRef } from 'react';

const BEGINNINGS = ['pointerdown', 'mousedown'] as const;
/** A key, too: where the end of a press was never told, the next key must not wait for it. */
const ENDS = ['pointerup', 'mouseup', 'pointercancel', 'keydown'] as const;

/**
 * Does something at once, but while a pointer is down only after that press has become a click. A field is left when
 * the pointer goes down: whatever the page grew by then would move what is pressed away from under the pointer, and
 * there would be no click. What still waits when the screen goes is forgotten.
 */
export function useAfterPress(): (work: () => void) => void {
  const state = useRef({ isPressed: false, waiting: [] as (() => void)[] });

  useEffect(() => {
    const { current } = state;
    let timer: ReturnType<typeof setTimeout>;
    function begin(): void {
      clearTimeout(timer);
      current.isPressed = true;
    }
    // A finger's press is told a second time as a mouse's; the click comes with the last event, before any timer.
    function end(): void {
      if (!current.isPressed) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        current.isPressed = false;
        for (const work of current.waiting.splice(0)) work();
      });
    }
    for (const name of BEGINNINGS) window.addEventListener(name, begin, true);
    for (const name of ENDS) window.addEventListener(name, end, true);
    return () => {
      for (const name of BEGINNINGS) window.removeEventListener(name, begin, true);
      for (const name of ENDS) window.removeEventListener(name, end, true);
      clearTimeout(timer);
      current.waiting = [];
    };
  }, []);

  return useCallback((work) => {
    const { current } = state;
    if (current.isPressed) current.waiting.push(work);
    else work();
  }, []);
}
