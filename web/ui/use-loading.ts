import { useCallback, useEffect, useState } from 'react';

/** A wait shorter than this shows nothing, so that the page does not flicker. */
const DELAY_MS = 350;

export type Loading = 'none' | 'shown' | 'late';

interface LoadingWork {
  /** Tells one piece of work from the next; undefined while nothing loads. */
  readonly work: string | undefined;
  /** Tells one page from the next; with another page nothing is late any more. */
  readonly page: string;
  readonly maxDurationMs: number;
  readonly onGivenUp: () => void;
}

/** Shows that something loads, and after the longest that loading may take, that it is late until it is dismissed. */
export function useLoading({ work, page, maxDurationMs, onGivenUp }: LoadingWork): [Loading, () => void] {
  const [loading, setLoading] = useState<Loading>('none');
  useEffect(() => {
    if (work === undefined) return;
    setLoading('none');
    const show = setTimeout(setLoading, DELAY_MS, 'shown');
    const giveUp = setTimeout(() => {
      setLoading('late');
      onGivenUp();
    }, maxDurationMs);
    return () => {
      clearTimeout(show);
      clearTimeout(giveUp);
      setLoading((now) => (now === 'shown' ? 'none' : now));
    };
  }, [work, maxDurationMs, onGivenUp]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page begins with nothing that is late
  useEffect(() => () => setLoading('none'), [page]);
  return [loading, useCallback(() => setLoading('none'), [])];
}
