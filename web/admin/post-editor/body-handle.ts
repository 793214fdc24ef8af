export interface BodyHandle {
  /** Replaces the text as one undoable step. */
  readonly replace: (text: string) => void;
  readonly insert: (text: string) => void;
  /** Returns the offset of the cursor; undefined when the editor has no focus. */
  readonly cursor: () => number | undefined;
  readonly focus: (cursor?: number) => void;
  /** Scrolls to the heading with this number in the outline, from 0, and puts the cursor there. */
  readonly showHeading: (index: number) => void;
}
