import { useSyncExternalStore } from 'react';

/** Key combination; `mod` is Ctrl, or Cmd on a Mac. */
export type Combo = 'mod+k' | 'mod+s' | '?' | '/';

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'keyCode' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'defaultPrevented'
>;

/** Some browsers report the key that ends a composition only by code 229. */
export function isComposing({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229;
}

export function isCombo(combo: Combo, event: Pressed): boolean {
  if (isComposing(event) || event.defaultPrevented || event.altKey) return false;
  const isModified = event.ctrlKey || event.metaKey;
  // The modifiers needed for a question mark depend on the keyboard layout.
  if (combo === '?' || combo === '/') return !isModified && event.key === combo;
  return isModified && !event.shiftKey && event.key.toLowerCase() === combo.slice(-1);
}

/** Detects combinations of one character, which speech input may trigger by accident. */
export function isLetter(combo: Combo): boolean {
  return !combo.startsWith('mod+');
}

export function capsOf(combo: Combo, isMac: boolean): readonly string[] {
  if (isLetter(combo)) return [combo];
  return [isMac ? '⌘' : 'Ctrl', combo.slice(-1).toUpperCase()];
}

const neverChanges = () => () => {};

export function useIsMac(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => /Mac|iPhone|iPad/.test(navigator.platform),
    () => false,
  );
}
