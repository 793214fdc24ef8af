import type { Loading } from './use-loading.ts';
import './loading-overlay.css';

interface LoadingOverlayProps {
  readonly loading: Loading;
  readonly texts: { readonly loading: string; readonly late: string; readonly reload: string; readonly goOn: string };
  readonly onGoOn: () => void;
}

/** Over the whole page while something loads. The region is there before, so that what appears in it is read out. */
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
