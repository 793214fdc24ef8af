import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { findByHash } from '../../ui/use-heading-focus.ts';
import { pageRouter } from './page-router.ts';

const AGAIN_AFTER_MS = 2000;
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Repeats the router's scroll restoration, or the scroll to the hash, after late layout shifts, unless the visitor has
 * scrolled in the meantime.
 */
export function useSettledScroll(): void {
  const { key, hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation
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
      const isUnmoved = Math.abs(window.scrollY - first) < 2;
      if (isUnmoved && !waiting.signal.aborted) scroll();
      leave();
    }, AGAIN_AFTER_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      leave();
    };
  }, [key, hash]);
}

function scrollFor(hash: string): (() => void) | undefined {
  const saved = pageRouter()?.state.restoreScrollPosition;
  if (typeof saved === 'number') return saved > 0 ? () => window.scrollTo(0, saved) : undefined;
  return findByHash(hash) === null ? undefined : () => findByHash(hash)?.scrollIntoView();
}
