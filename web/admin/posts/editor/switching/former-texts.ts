import type { EditorMode } from '#contract/posts.ts';

/** What a body was before it was written in another mode. The draft that holds the body holds it, too. */
export interface FormerText {
  readonly mode: EditorMode;
  readonly text: string;
}

/** The first one and the newest; each of them may be as long as a body can be. */
const MAX_FORMER_TEXTS = 3;

interface Change {
  /** What stood in the editor, unless it is not worth keeping. */
  readonly left: FormerText | undefined;
  /** What stands in it from now on. */
  readonly now: FormerText;
}

/** What one can go back to after a change, the oldest first. */
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
