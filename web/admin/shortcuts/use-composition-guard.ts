import { useLayoutEffect } from 'react';
import { isComposing } from '../ui/key-combo.ts';

/**
 * Keeps the keys of an input method to it: the Enter that chooses kanji submits, picks and adds nothing, and the Escape
 * that takes them back closes nothing, in whatever part of the console a field is. Editors of rich text see their own.
 */
export function useCompositionGuard(): void {
  // Before the effects of all parts, some of which listen to the window as well.
  useLayoutEffect(() => {
    addEventListener('keydown', keepToInputMethod, { capture: true });
    return () => removeEventListener('keydown', keepToInputMethod, { capture: true });
  }, []);
}

function keepToInputMethod(event: KeyboardEvent): void {
  const { target, key } = event;
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!isField || !isComposing(event)) return;
  event.stopImmediatePropagation();
  // Where the composition has just ended, the browser takes its Enter for the form's.
  if (key === 'Enter' && target instanceof HTMLInputElement) event.preventDefault();
}
