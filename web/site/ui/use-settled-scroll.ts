import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { findByHash } from '../../ui/use-heading-focus.ts';
import { pageRouter } from './page-router.ts';

/** By then pictures and fonts have come that push a page about. */
const AGAIN_AFTER_MS = 2000;
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * The router scrolls to where one was, or to what the address points to, as soon as a page is shown. This does it
 * once more when the page has settled, unless the reader has gone elsewhere in it by then.
 */
export function useSettledScroll(): void {
  const { key, hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that is gone to is scrolled anew
  useEffect(() => {
    const scroll = scrollFor(hash);
    if (!scroll) return;
    const waiting = new AbortController();
    const leave = () => waiting.abort();
    for (const move of MOVES) window.addEventListener(move, leave, { passive: true, signal: waiting.signal });
    let first = 0;
    const frame = requestAnimationFrame(() => {
      first = window.scrollY;
    });
    const timer = setTimeout(() => {
      const isWhereItWas = Math.abs(window.scrollY - first) < 2;
      if (isWhereItWas && !waiting.signal.aborted) scroll();
      leave();
    }, AGAIN_AFTER_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      leave();
    };
  }, [key, hash]);
}

/** How to get to the place that is meant; nothing where that is the top. */
function scrollFor(hash: string): (() => void) | undefined {
  const saved = pageRouter()?.state.restoreScrollPosition;
  if (typeof saved === 'number') return saved > 0 ? () => window.scrollTo(0, saved) : undefined;
  return findByHash(hash) === null ? undefined : () => findByHash(hash)?.scrollIntoView();
}
