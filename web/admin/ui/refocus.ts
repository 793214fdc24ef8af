import type { MouseEvent } from 'react';

export function refocus(place: HTMLElement | null | undefined, leaving?: HTMLElement): void {
  const { activeElement } = document;
  if (!place || !(isLost(activeElement) || activeElement === leaving)) return;
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/**
 * Returns the focus to the menu button when a menu item is chosen. A dialog opened by the item restores the focus on
 * closing, when the item no longer exists.
 */
export function focusMenuButton({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element && target.closest('[role^="menuitem"]'))) return;
  document.getElementById(currentTarget.getAttribute('aria-labelledby') ?? '')?.focus({ preventScroll: true });
}

/** Closing dialogs and toasts keep the focus for a moment. */
function isLost(element: Element | null): boolean {
  return element === null || element === document.body || element.closest('[role="dialog"], .toast') !== null;
}
