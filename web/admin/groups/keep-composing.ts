import type { KeyboardEvent } from 'react';

/** What is typed into a composition (IME) is for nothing around the field. */
export function keepComposing(event: KeyboardEvent): void {
  if (event.nativeEvent.isComposing || event.keyCode === 229) event.stopPropagation();
}
