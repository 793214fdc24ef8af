import type { KeyboardEvent } from 'react';

/** Stops propagation of keys used by an input method (IME), so that components around the field ignore them. */
export function stopComposingKeys(event: KeyboardEvent): void {
  if (event.nativeEvent.isComposing || event.keyCode === 229) event.stopPropagation();
}
