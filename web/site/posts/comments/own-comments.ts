import type { CommentsData } from './load-comments.server.ts';
import type { ShownOwnComment } from './shown-comment.ts';

/** What is known of one's own comments beyond the page as it was made. */
export interface OwnEntry {
  /** Nothing where it has been deleted. */
  readonly comment: ShownOwnComment | undefined;
  /** Whether the page's number has it among the published ones. */
  readonly isCounted: boolean;
  /** Whether it was said while the page was shown. */
  readonly isFromNow: boolean;
}

export type OwnEntries = ReadonlyMap<string, OwnEntry>;

/** What the server knows of them, which is what the page's number was made of. */
export function withFound(entries: OwnEntries, found: readonly ShownOwnComment[], saidId?: string): OwnEntries {
  const next = new Map(entries);
  for (const comment of found) {
    const known = next.get(comment.commentId);
    if (known && known.comment === undefined) continue;
    const isCounted = known?.isCounted ?? isPublished(comment);
    const isFromNow = known?.isFromNow ?? comment.commentId === saidId;
    next.set(comment.commentId, { comment, isCounted, isFromNow });
  }
  return next;
}

/** One that has just been said, or changed. */
export function withSaid(entries: OwnEntries, comment: ShownOwnComment): OwnEntries {
  const { isCounted = false, isFromNow = true } = entries.get(comment.commentId) ?? {};
  return new Map(entries).set(comment.commentId, { comment, isCounted, isFromNow });
}

export function withDeleted(entries: OwnEntries, commentId: string): OwnEntries {
  const { isCounted = true, isFromNow = false } = entries.get(commentId) ?? {};
  return new Map(entries).set(commentId, { comment: undefined, isCounted, isFromNow });
}

/** The page has been made anew, and its number counts all that is published. */
export function withAllCounted(entries: OwnEntries): OwnEntries {
  return new Map(
    [...entries].map(([id, entry]) => [
      id,
      { ...entry, isCounted: entry.comment !== undefined && isPublished(entry.comment) },
    ]),
  );
}

/** By how much the number of the page is wrong. */
export function countChangeOf(entries: OwnEntries): number {
  let change = 0;
  for (const { comment, isCounted } of entries.values()) {
    change += Number(comment !== undefined && isPublished(comment)) - Number(isCounted);
  }
  return change;
}

/** Those that the list does not show: whatever waits, and what may still be changed. In the order of the list. */
export function besideOf(
  entries: OwnEntries,
  { items, order }: Pick<CommentsData, 'items' | 'order'>,
): ShownOwnComment[] {
  const first = order === 'asc' ? -1 : 1;
  const listed = new Set(items.map(({ commentId }) => commentId));
  return [...entries.values()]
    .flatMap(({ comment, isFromNow }) =>
      comment && (isFromNow || !isPublished(comment) || comment.editableUntil !== undefined) ? [comment] : [],
    )
    .filter(({ commentId }) => !listed.has(commentId))
    .toSorted((one, other) => (one.commentId < other.commentId ? first : -first));
}

function isPublished({ status }: ShownOwnComment): boolean {
  return status === 'publish';
}
