import { useEffect, useState } from 'react';
import { readStoredList, storeInList } from '../../../ui/browser-storage.ts';
import type { CommentsData, Place } from './load-comments.server.ts';
import type { ShownOwnComment } from './shown-comment.ts';

/** Contents on which this browser has commented. Others are spared the request for their own comments. */
const COMMENTED_KEY = 'kawaraban-commented';
const MAX_COMMENTED = 200;

const markOf = ({ serviceId, contentId }: Place) => `${serviceId}/${contentId}`;

function markCommented(place: Place): void {
  storeInList(COMMENTED_KEY, markOf(place), { isIn: true, max: MAX_COMMENTED });
}

export type OwnThread = ReturnType<typeof useOwnComments>;

export function useOwnComments(place: Place, comments: CommentsData) {
  const { serviceId, contentId } = place;
  const { formResult } = comments;
  const [shown, setShown] = useState(comments);
  const [entries, setEntries] = useState<OwnEntries>(() =>
    withFound(new Map(), formResult?.own ?? [], formResult?.what),
  );
  if (shown !== comments) {
    setShown(comments);
    setEntries(withAllCounted(entries));
  }
  useEffect(() => {
    if (formResult && formResult.own.length > 0) markCommented({ serviceId, contentId });
    if (formResult || !readStoredList(COMMENTED_KEY).includes(markOf({ serviceId, contentId }))) return;
    let isCancelled = false;
    import('./send-comment.ts')
      .then(({ askOwnComments }) => askOwnComments({ serviceId, contentId }))
      .then((found) => {
        if (!isCancelled) setEntries((known) => withFound(known, found));
      }, ignore);
    return () => {
      isCancelled = true;
    };
  }, [serviceId, contentId, formResult]);
  return {
    /** Returns the reader's version of a comment in the list; undefined for comments of others. */
    ownOf: (commentId: string) => {
      const entry = entries.get(commentId);
      return entry && (entry.comment ?? 'deleted');
    },
    unlisted: unlistedOwnComments(entries, comments),
    countChange: countChangeOf(entries),
    say: (comment: ShownOwnComment) => {
      markCommented(place);
      setEntries((known) => withComment(known, comment));
    },
    forget: (commentId: string) => setEntries((known) => withDeleted(known, commentId)),
  };
}

/** Without a response the page shows the public comments only. */
const ignore = () => {};

export interface OwnEntry {
  /** Undefined when it was deleted. */
  readonly comment: ShownOwnComment | undefined;
  readonly isCounted: boolean;
  readonly isFromNow: boolean;
}

export type OwnEntries = ReadonlyMap<string, OwnEntry>;

/** The count of the page already includes published comments. */
export function withFound(entries: OwnEntries, found: readonly ShownOwnComment[], sentId?: string): OwnEntries {
  const next = new Map(entries);
  for (const comment of found) {
    const known = next.get(comment.commentId);
    if (known && known.comment === undefined) continue;
    const isCounted = known?.isCounted ?? isPublished(comment);
    const isFromNow = known?.isFromNow ?? comment.commentId === sentId;
    next.set(comment.commentId, { comment, isCounted, isFromNow });
  }
  return next;
}

export function withComment(entries: OwnEntries, comment: ShownOwnComment): OwnEntries {
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

/** Comment ids sort by time. */
export function unlistedOwnComments(
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
