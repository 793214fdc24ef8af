/** What the rest of a form can do to the editor of its body, whichever editor that is. */
export interface BodyHandle {
  /** Puts another text in place of the present one; it can be undone. */
  readonly replace: (text: string) => void;
  /** Puts a text, written as the body is, where the cursor is. */
  readonly insert: (text: string) => void;
  /** Where the cursor is, if the editor has the focus. */
  readonly cursor: () => number | undefined;
  readonly focus: (cursor?: number) => void;
}
