import type { EditorMode } from '#contract/posts.ts';

/** Body before a change of the editor mode; stored in the draft together with the body. */
export interface FormerText {
  readonly mode: EditorMode;
  readonly text: string;
}

/** Limits the size of drafts: the first text and the newest ones are kept. */
const MAX_FORMER_TEXTS = 3;

interface Change {
  readonly left: FormerText | undefined;
  readonly now: FormerText;
}

/** Returns the texts that can be restored after a change, oldest first. */
export function formerTextsAfter(known: readonly FormerText[], { left, now }: Change): readonly FormerText[] {
  const all = [...known, ...(left && !isAmong(known, left) ? [left] : [])].filter((each) => !isSame(each, now));
  const [first] = all;
  return first && all.length > MAX_FORMER_TEXTS ? [first, ...all.slice(1 - MAX_FORMER_TEXTS)] : all;
}

export function isAmong(known: readonly FormerText[], wanted: FormerText): boolean {
  return known.some((each) => isSame(each, wanted));
}

function isSame(one: FormerText, other: FormerText): boolean {
  return one.mode === other.mode && one.text === other.text;
}
