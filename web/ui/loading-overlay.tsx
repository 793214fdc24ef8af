import { useCallback, useEffect, useState } from 'react';

/** Waits shorter than this show no loading display, to avoid flicker. */
const DELAY_MS = 350;

export type Loading = 'none' | 'shown' | 'late';

interface LoadingWork {
  readonly work: string | undefined;
  readonly page: string;
  readonly maxDurationMs: number;
  readonly onGivenUp: () => void;
}

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: `page` resets the state
  useEffect(() => () => setLoading('none'), [page]);
  return [loading, useCallback(() => setLoading('none'), [])];
}

interface LoadingOverlayProps {
  readonly loading: Loading;
  readonly texts: { readonly loading: string; readonly late: string; readonly reload: string; readonly goOn: string };
  readonly onGoOn: () => void;
}

/** The live region is always present, so that screen readers announce changes in it. */
export function LoadingOverlay({ loading, texts, onGoOn }: LoadingOverlayProps) {
  return (
    <div role="status" className="loading" data-shown={loading === 'shown' || undefined}>
      {loading === 'shown' && <p>{texts.loading}</p>}
      {loading === 'late' && (
        <div className="loading-late">
          <p>{texts.late}</p>
          <button type="button" onClick={() => window.location.reload()}>
            {texts.reload}
          </button>
          <button type="button" onClick={onGoOn}>
            {texts.goOn}
          </button>
        </div>
      )}
    </div>
  );
}
