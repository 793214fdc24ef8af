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

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
