import type { MouseEvent } from 'react';

/** Puts the focus on `place`, where what had it is gone with a question, or is `leaving`. */
export function refocus(place: HTMLElement | null | undefined, leaving?: HTMLElement): void {
  const { activeElement } = document;
  if (isLost(activeElement) || activeElement === leaving) place?.focus({ preventScroll: true });
}

/** What is chosen in a menu may open a question: it gives the focus back to the menu's button, and not to the item, which is gone. */
export function focusMenuButton({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element && target.closest('[role^="menuitem"]'))) return;
  document.getElementById(currentTarget.getAttribute('aria-labelledby') ?? '')?.focus({ preventScroll: true });
}

/** A question or a toast that is closing still has the focus for a moment. */
function isLost(element: Element | null): boolean {
  return element === null || element === document.body || element.closest('[role="dialog"], .toast') !== null;
}
