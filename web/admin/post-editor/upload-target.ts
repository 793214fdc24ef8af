/** Placeholder of an upload; drawn as a decoration, not part of the text. */
export interface UploadMark {
  readonly id: string;
  readonly position: number;
  readonly placeholder: InlinePlaceholder;
}

/**
 * DOM of a placeholder, which the editor may draw several times. Updates change the elements in place, because
 * redrawing would abort an IME composition.
 */
export class InlinePlaceholder {
  readonly #drawn = new Set<HTMLElement>();
  readonly #cancel: { readonly label: string; readonly run: () => void };
  #text: string;

  constructor(text: string, cancel: { readonly label: string; readonly run: () => void }) {
    this.#text = text;
    this.#cancel = cancel;
  }

  setText(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    for (const element of this.#drawn) element.firstElementChild?.replaceChildren(text);
  }

  draw(): HTMLElement {
    const words = document.createElement('span');
    words.append(this.#text);
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = '×';
    button.setAttribute('aria-label', this.#cancel.label);
    button.title = this.#cancel.label;
    button.addEventListener('click', this.#cancel.run);
    const element = document.createElement('span');
    element.className = 'upload-mark';
    element.append(words, button);
    this.#drawn.add(element);
    return element;
  }

  drop(element: HTMLElement): void {
    this.#drawn.delete(element);
  }
}

export interface UploadTarget {
  readonly mark: (marks: readonly UploadMark[]) => void;
  /** Removes the placeholder and inserts text in its place, as an undo step of its own. */
  readonly replaceMark: (id: string, text: string) => void;
  readonly betweenCompositions: (run: () => void) => void;
}

/** Waits for the end of an IME composition, which a change of the text would abort. */
export function betweenCompositions(element: HTMLElement, isComposing: () => boolean, run: () => void): void {
  if (!isComposing()) {
    run();
    return;
  }
  const again = () => setTimeout(() => betweenCompositions(element, isComposing, run));
  element.addEventListener('compositionend', again, { once: true });
}
