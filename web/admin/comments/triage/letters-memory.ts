const KEY = 'kawaraban.comments.letters';

/** Whether single letters do something in this browser. Where nothing is kept, they do. */
export function isTriageLetters(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function rememberTriageLetters(hasLetters: boolean): void {
  try {
    if (hasLetters) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // It is forgotten with the page, then.
  }
}
