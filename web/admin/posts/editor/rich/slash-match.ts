import type { Editor } from '@tiptap/core';

export interface SlashMatch {
  /** Where the slash stands. */
  readonly from: number;
  readonly to: number;
  /** What has been typed behind it. */
  readonly query: string;
}

/** A slash at the beginning of a word, also as Japanese input methods write it. */
const SLASH = /(?:^|\s|\u3000)([/／])([^\s/／]{0,20})$/u;

/** The slash before the cursor, where blocks can be put. */
export function slashMatch({ state, isEditable }: Editor): SlashMatch | undefined {
  const { $from, empty } = state.selection;
  if (!empty || !isEditable || !$from.parent.isTextblock || $from.parent.type.spec.code) return undefined;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc');
  const [, slash, query] = SLASH.exec(before) ?? [];
  if (slash === undefined || query === undefined) return undefined;
  return { from: $from.pos - query.length - 1, to: $from.pos, query };
}
