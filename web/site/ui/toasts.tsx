import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'success' | 'danger';
}

const MAX_TOASTS = 3;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

export function showToast(text: string, tone: Toast['tone'] = 'success'): void {
  lastId += 1;
  change([...toasts.filter((toast) => toast.text !== text), { id: lastId, text, tone }].slice(-MAX_TOASTS));
}

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

export function shownToasts(): readonly Toast[] {
  return toasts;
}

function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const TOAST_MS = 5000;
const NONE: readonly Toast[] = [];

/** The live region is always present, so that screen readers announce changes. */
export function Toasts() {
  const { t } = useTranslation();
  const toasts = useSyncExternalStore(onToasts, shownToasts, () => NONE);
  return (
    <section className="toasts ui-grid ui-gap-2" aria-label={t('site.notices')} aria-live="polite">
      {toasts.map((toast) => (
        <ToastBox key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastBox({ toast: { id, text, tone } }: { toast: Toast }) {
  const { t } = useTranslation();
  const [isPaused, setIsPaused] = useState(false);
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(dismissToast, TOAST_MS, id);
    return () => clearTimeout(timer);
  }, [id, isPaused]);
  const hold = () => setIsPaused(true);
  const release = () => setIsPaused(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only pause the timer
    <div
      className="toast ui-line ui-middle ui-gap-3"
      data-tone={tone}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <p>{text}</p>
      <button type="button" aria-label={t('site.dismiss')} onClick={() => dismissToast(id)}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M3.5 3.5l9 9m0-9l-9 9" stroke="currentColor" strokeWidth="1.5" fill="none" />
        </svg>
      </button>
    </div>
  );
}
