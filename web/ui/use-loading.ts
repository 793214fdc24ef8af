import { useEffect, useState } from 'react';

/** What takes no longer is not worth a flicker. */
const DELAY_MS = 350;

/**
 * Whether to show that something loads: not before a moment has gone by, and not after the longest that loading may
 * take, at which everything that waits is given up. `work` tells one piece of work from the next; nothing is none.
 */
export function useLoading(work: string | undefined, maxDurationMs: number, onGivenUp: () => void): boolean {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (work === undefined) return;
    const show = setTimeout(setIsShown, DELAY_MS, true);
    const giveUp = setTimeout(() => {
      setIsShown(false);
      onGivenUp();
    }, maxDurationMs);
    return () => {
      clearTimeout(show);
      clearTimeout(giveUp);
      setIsShown(false);
    };
  }, [work, maxDurationMs, onGivenUp]);
  return isShown;
}
