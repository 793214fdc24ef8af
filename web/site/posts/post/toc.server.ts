import type { PostHeading } from '#contract/posts.ts';
import type { TocEntry } from './toc.tsx';

const ENOUGH_ENTRIES = 3;
const MANY_HEADINGS = 5;
const LONG_READ_SECONDS = 180;

/** The heading of the footnotes is visually hidden. */
const OF_NOTES = /footnote-label$/;

/** Empty for short posts. Several `h1` headings are taken as sections, a single one as the title. */
export function tocOf(headings: readonly PostHeading[] = [], readingSeconds = 0): TocEntry[] {
  const parts = headings.filter(({ id }) => !OF_NOTES.test(id));
  const top = parts.filter(({ level }) => level === 1).length > 1 ? 1 : 2;
  const shown = parts.filter(({ level }) => level === top || level === top + 1);
  const isWorthwhile = readingSeconds >= LONG_READ_SECONDS || shown.length >= MANY_HEADINGS;
  return isWorthwhile && shown.length >= ENOUGH_ENTRIES ? nest(shown, top) : [];
}

function nest(headings: readonly PostHeading[], top: number): TocEntry[] {
  const entries: TocEntry[] = [];
  let open = entries;
  for (const { id, text, level } of headings) {
    const children: TocEntry[] = [];
    (level === top ? entries : open).push({ id, text, children });
    if (level === top) open = children;
  }
  return entries;
}
