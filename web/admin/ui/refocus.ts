/** Puts the focus on `place`, where what had it is gone with a question, or is `leaving`. */
export function refocus(place: HTMLElement | null | undefined, leaving?: HTMLElement): void {
  const { activeElement } = document;
  if (isLost(activeElement) || activeElement === leaving) place?.focus({ preventScroll: true });
}

/** A question that is closing still has the focus for a moment. */
function isLost(element: Element | null): boolean {
  return element === null || element === document.body || element.closest('[role="dialog"]') !== null;
}
