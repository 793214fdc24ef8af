import { setImmediate } from 'node:timers/promises';
import type { Db } from '../../database/connect.ts';
import { type Comment, findComments } from '../comment.repository.ts';
import { type AdminListOptions, listComments, lookAtComments } from './admin-comment.repository.ts';

/** Maximum number of comments per request and per statement, because SQLite blocks the event loop meanwhile. */
const MAX_LOOKED_AT = 5000;
const BATCH = 500;

export interface FoundComments {
  readonly comments: readonly Comment[];
  /** Last comment checked; undefined when the list is complete. */
  readonly end: string | undefined;
}

export type SearchOptions = Omit<AdminListOptions, 'limit'> & { readonly count: number };

/**
 * Returns a page of the admin list, optionally filtered by folded text. A page that takes too long ends early, possibly
 * empty, and can be continued.
 */
export async function searchComments(
  reader: Db,
  { count, ...list }: SearchOptions,
  text: string,
): Promise<FoundComments> {
  if (text !== '') {
    const { wanted, end } = await lookThrough(reader, { count, ...list }, text);
    const found = await findComments(reader, list.serviceId, wanted);
    return { comments: list.order === 'asc' ? found : found.reverse(), end };
  }
  const rows = await listComments(reader, { ...list, limit: count + 1 });
  const comments = rows.slice(0, count);
  return { comments, end: rows.length > count ? comments.at(-1)?.commentId : undefined };
}

async function lookThrough(
  reader: Db,
  { count, ...list }: SearchOptions,
  text: string,
): Promise<{ wanted: string[]; end: string | undefined }> {
  const wanted: string[] = [];
  let { after } = list;
  for (let looked = 0; looked < MAX_LOOKED_AT; looked += BATCH) {
    const batch = await lookAtComments(reader, { ...list, after, limit: BATCH }, text);
    for (const { commentId, isWanted } of batch) {
      // There is a further match, so the page ends before this comment.
      if (isWanted && wanted.length === count) return { wanted, end: after };
      if (isWanted) wanted.push(commentId);
      after = commentId;
    }
    if (batch.length < BATCH) return { wanted, end: undefined };
    // Yields to other requests, because SQLite queries block the event loop.
    await setImmediate();
  }
  return { wanted, end: after };
}
