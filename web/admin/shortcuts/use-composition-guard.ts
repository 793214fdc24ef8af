import { useLayoutEffect } from 'react';
import { isComposing } from '../ui/key-combo.ts';

/**
 * Hides keys of input methods from all fields and listeners of the console. The Enter that confirms a conversion
 * submits no form, and the Escape that cancels it closes no dialog. Rich text editors handle composition themselves.
 */
export function useCompositionGuard(): void {
  // A layout effect registers the listener before those of other components on the window.
  useLayoutEffect(() => {
    addEventListener('keydown', hideComposingKeys, { capture: true });
    return () => removeEventListener('keydown', hideComposingKeys, { capture: true });
  }, []);
}

function hideComposingKeys(event: KeyboardEvent): void {
  const { target, key } = event;
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!isField || !isComposing(event)) return;
  event.stopImmediatePropagation();
  // Browsers may submit the form on the Enter that ends a composition.
  if (key === 'Enter' && target instanceof HTMLInputElement) event.preventDefault();
}
