const KEY = 'kawaraban.comments.letters';
const listeners = new Set<() => void>();

export function hasLetters(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function rememberLetters(isWanted: boolean): void {
  try {
    if (isWanted) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // Without storage the setting does not change.
  }
  for (const listener of listeners) listener();
}

export function onLettersChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
