import './loading-bar.css';

/** A thin bar at the top of the page while something loads. The wait before it shows is in its style. */
export function LoadingBar({ label, maxDurationMs }: { label: string; maxDurationMs: number }) {
  return (
    <div
      className="loading-bar"
      role="progressbar"
      aria-label={label}
      style={{ ['--loading-max' as string]: `${maxDurationMs}ms` }}
    />
  );
}
