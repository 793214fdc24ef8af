import type { Loading } from './use-loading.ts';
import './loading-overlay.css';

interface LoadingOverlayProps {
  readonly loading: Loading;
  readonly texts: { readonly loading: string; readonly late: string; readonly reload: string; readonly goOn: string };
  readonly onGoOn: () => void;
}

/** Loading display over the page. The live region is always present, so that screen readers announce changes in it. */
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
