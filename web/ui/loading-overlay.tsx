import './loading-overlay.css';

interface LoadingOverlayProps {
  readonly label: string;
  readonly isShown: boolean;
}

/** Over the whole page while something loads. The region is there before, so that what appears in it is read out. */
export function LoadingOverlay({ label, isShown }: LoadingOverlayProps) {
  return (
    <div role="status" className="loading" data-shown={isShown || undefined}>
      {isShown && <p>{label}</p>}
    </div>
  );
}
