export interface BodyHandle {
  /** Replaces the text as one undoable step. */
  readonly replace: (text: string) => void;
  readonly insert: (text: string) => void;
  /** Returns the offset of the cursor; undefined when the editor has no focus. */
  readonly cursor: () => number | undefined;
  readonly focus: (cursor?: number) => void;
}
