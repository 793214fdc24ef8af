/** Waits for the end of an IME composition, which a change of the text would abort. */
export function betweenCompositions(element: HTMLElement, isComposing: () => boolean, run: () => void): void {
  if (!isComposing()) {
    run();
    return;
  }
  const again = () => setTimeout(() => betweenCompositions(element, isComposing, run));
  element.addEventListener('compositionend', again, { once: true });
}
