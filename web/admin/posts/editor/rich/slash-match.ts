import type { Editor } from '@tiptap/core';

export interface SlashMatch {
  readonly from: number;
  readonly to: number;
  readonly query: string;
}

/** Matches a slash at the start of a word, including the full-width one of Japanese input methods. */
const SLASH = /(?:^|\s|\u3000)([/／])([^\s/／]{0,20})$/u;

export function slashMatch({ state, isEditable }: Editor): SlashMatch | undefined {
  const { $from, empty } = state.selection;
  if (!empty || !isEditable || !$from.parent.isTextblock || $from.parent.type.spec.code) return undefined;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc');
  const [, slash, query] = SLASH.exec(before) ?? [];
  if (slash === undefined || query === undefined) return undefined;
  return { from: $from.pos - query.length - 1, to: $from.pos, query };
}
