import type { PostHeading } from '#contract/posts.ts';
import type { TocEntry } from './toc.tsx';

/** Fewer need no way to them. */
const ENOUGH_ENTRIES = 3;
/** A short post has one where its parts are that many. */
const MANY_HEADINGS = 5;
const LONG_READ_SECONDS = 180;

/** What stands over notes is for those who listen. */
const OF_NOTES = /footnote-label$/;

/**
 * The table of contents of a post: its sections and what is right below each. Empty where the post is short.
 * A text whose sections are headings of the first level is taken as its author wrote it.
 */
export function tocOf(headings: readonly PostHeading[] = [], readingSeconds = 0): TocEntry[] {
  const parts = headings.filter(({ id }) => !OF_NOTES.test(id));
  const top = parts.filter(({ level }) => level === 1).length > 1 ? 1 : 2;
  const shown = parts.filter(({ level }) => level === top || level === top + 1);
  const isWorthwhile = readingSeconds >= LONG_READ_SECONDS || shown.length >= MANY_HEADINGS;
  return isWorthwhile && shown.length >= ENOUGH_ENTRIES ? nest(shown, top) : [];
}

function nest(headings: readonly PostHeading[], top: number): TocEntry[] {
  const entries: TocEntry[] = [];
  /** What belongs to the section that is open; before the first one, everything stands by itself. */
  let open = entries;
  for (const { id, text, level } of headings) {
    const children: TocEntry[] = [];
    (level === top ? entries : open).push({ id, text, children });
    if (level === top) open = children;
  }
  return entries;
}
