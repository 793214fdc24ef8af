import { useEffect, useState } from 'react';
import type { CommentsData, Place } from './load-comments.server.ts';
import {
  besideOf,
  countChangeOf,
  type OwnEntries,
  withAllCounted,
  withDeleted,
  withFound,
  withSaid,
} from './own-comments.ts';
import { askOwnComments } from './send-comment.ts';
import type { ShownOwnComment } from './shown-comment.ts';

/**
 * Key of the contents on which this browser has commented. Other visitors are spared the request for their own
 * comments.
 */

const KEY = 'kawaraban-commented';
const MAX_MARKS = 200;

function hasCommented(place: Place): boolean {
  return read().includes(markOf(place));
}

function markCommented(place: Place): void {
  const mark = markOf(place);
  const others = read().filter((other) => other !== mark);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, mark].slice(-MAX_MARKS)));
  } catch {
    // Storage is unavailable.
  }
}

function markOf({ serviceId, contentId }: Place): string {
  return `${serviceId}/${contentId}`;
}

function read(): unknown[] {
  try {
    const marks: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(marks) ? marks : [];
  } catch {
    return [];
  }
}

export interface OwnThread {
  /** Returns the visitor's version of a comment in the list; undefined for comments of others. */
  readonly ownOf: (commentId: string) => ShownOwnComment | 'deleted' | undefined;
  readonly beside: readonly ShownOwnComment[];
  readonly countChange: number;
  readonly say: (comment: ShownOwnComment) => void;
  readonly forget: (commentId: string) => void;
}

/** Manages the visitor's own comments on top of the cached page, which is the same for everybody. */
export function useOwnComments(place: Place, comments: CommentsData): OwnThread {
  const { serviceId, contentId } = place;
  const { said } = comments;
  const [shown, setShown] = useState(comments);
  const [entries, setEntries] = useState<OwnEntries>(() => withFound(new Map(), said?.own ?? [], said?.what));
  if (shown !== comments) {
    setShown(comments);
    setEntries(withAllCounted(entries));
  }
  useEffect(() => {
    if (said && said.own.length > 0) markCommented({ serviceId, contentId });
    if (said || !hasCommented({ serviceId, contentId })) return;
    let isGone = false;
    askOwnComments({ serviceId, contentId }).then((found) => {
      if (!isGone) setEntries((known) => withFound(known, found));
    }, ignore);
    return () => {
      isGone = true;
    };
  }, [serviceId, contentId, said]);
  return {
    ownOf: (commentId) => {
      const entry = entries.get(commentId);
      return entry && (entry.comment ?? 'deleted');
    },
    beside: besideOf(entries, comments),
    countChange: countChangeOf(entries),
    say: (comment) => {
      markCommented(place);
      setEntries((known) => withSaid(known, comment));
    },
    forget: (commentId) => setEntries((known) => withDeleted(known, commentId)),
  };
}

/** Without a response the page shows the public comments only. */
const ignore = () => {};
