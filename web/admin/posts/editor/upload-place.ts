/** What stands in a text, drawn and no part of it, where a file will be. */
export interface UploadMark {
  readonly id: string;
  readonly position: number;
  readonly face: MarkFace;
}

/** How a mark looks: drawn as often as the editor likes, and changed in place, so that no composition is cut off. */
export class MarkFace {
  readonly #drawn = new Set<HTMLElement>();
  readonly #cancel: { readonly label: string; readonly run: () => void };
  #text: string;

  constructor(text: string, cancel: { readonly label: string; readonly run: () => void }) {
    this.#text = text;
    this.#cancel = cancel;
  }

  say(text: string): void {
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

/** Where files that are on their way into a text leave their marks, whatever the editor. */
export interface UploadPlace {
  readonly mark: (marks: readonly UploadMark[]) => void;
  /** Takes a mark away, and puts a text in its place; that is undone by itself. */
  readonly settle: (id: string, text: string) => void;
  readonly betweenCompositions: (run: () => void) => void;
}
