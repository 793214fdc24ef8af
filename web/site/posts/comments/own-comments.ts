import type { CommentsData } from './load-comments.server.ts';
import type { ShownOwnComment } from './shown-comment.ts';

export interface OwnEntry {
  /** Undefined when it was deleted. */
  readonly comment: ShownOwnComment | undefined;
  /** Set when the count of the page includes it. */
  readonly isCounted: boolean;
  /** Set when it was sent while the page was open. */
  readonly isFromNow: boolean;
}

export type OwnEntries = ReadonlyMap<string, OwnEntry>;

/** Merges comments that the server returned; the count of the page already includes the published ones. */
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

export function withSaid(entries: OwnEntries, comment: ShownOwnComment): OwnEntries {
  const { isCounted = false, isFromNow = true } = entries.get(comment.commentId) ?? {};
  return new Map(entries).set(comment.commentId, { comment, isCounted, isFromNow });
}

export function withDeleted(entries: OwnEntries, commentId: string): OwnEntries {
  const { isCounted = true, isFromNow = false } = entries.get(commentId) ?? {};
  return new Map(entries).set(commentId, { comment: undefined, isCounted, isFromNow });
}

/** Call after the page was loaded again: its count includes all published comments. */
export function withAllCounted(entries: OwnEntries): OwnEntries {
  return new Map(
    [...entries].map(([id, entry]) => [
      id,
      { ...entry, isCounted: entry.comment !== undefined && isPublished(entry.comment) },
    ]),
  );
}

export function countChangeOf(entries: OwnEntries): number {
  let change = 0;
  for (const { comment, isCounted } of entries.values()) {
    change += Number(comment !== undefined && isPublished(comment)) - Number(isCounted);
  }
  return change;
}

/**
 * Returns own comments to show next to the list: those not published, still editable, or just sent. Comment ids sort by
 * time.
 */
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
