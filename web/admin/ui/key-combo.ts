/** Keys that are pressed together: `mod` is Ctrl, or Cmd on a Mac. */
export type Combo = 'mod+k' | 'mod+s' | '?' | '/';

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'keyCode' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'defaultPrevented'
>;

/** Whether a key belongs to an input method. Some browsers tell of the one that ends a composition by 229 alone. */
export function isComposing({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229;
}

/** Whether these are the keys, and nobody else has taken them. */
export function isCombo(combo: Combo, event: Pressed): boolean {
  if (isComposing(event) || event.defaultPrevented || event.altKey) return false;
  const isModified = event.ctrlKey || event.metaKey;
  // Which keys make a question mark depends on the keyboard.
  if (combo === '?' || combo === '/') return !isModified && event.key === combo;
  return isModified && !event.shiftKey && event.key.toLowerCase() === combo.slice(-1);
}

/** Whether a combination is a single letter, which speech input may type by itself. */
export function isLetter(combo: Combo): boolean {
  return !combo.startsWith('mod+');
}

/** The caps of a combination, as its keyboard has them. */
export function capsOf(combo: Combo, isMac: boolean): readonly string[] {
  if (isLetter(combo)) return [combo];
  return [isMac ? '⌘' : 'Ctrl', combo.slice(-1).toUpperCase()];
}
