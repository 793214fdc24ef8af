const STORAGE_KEY = 'kawaraban.comments.letters';
const listeners = new Set<() => void>();

export function areLetterShortcutsOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off';
  } catch {
    return true;
  }
}

export function setLetterShortcuts(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, 'off');
  } catch {
    // Without storage the setting does not change.
  }
  for (const listener of listeners) listener();
}

export function onLetterShortcutsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
