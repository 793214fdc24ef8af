import { setImmediate } from 'node:timers/promises';
import type { Db } from '../../database/connect.ts';
import { type Comment, findComments } from '../comment.repository.ts';
import { type AdminListOptions, listComments, lookAtComments } from './admin-comment.repository.ts';

/** How many comments one request may look at, and how many in one statement: SQLite stands still meanwhile. */
const MAX_LOOKED_AT = 5000;
const BATCH = 500;

export interface FoundComments {
  readonly comments: readonly Comment[];
  /** The last comment that was looked at, where there may be more behind it. */
  readonly end: string | undefined;
}

export type SearchOptions = Omit<AdminListOptions, 'limit'> & { readonly count: number };

/**
 * A page of the console's list. With a folded text only comments that hold it are on it; a page that took too long
 * ends early, even without a comment, and says from where on the search continues.
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
      // One more than fits on the page: the page ends with the one before.
      if (isWanted && wanted.length === count) return { wanted, end: after };
      if (isWanted) wanted.push(commentId);
      after = commentId;
    }
    if (batch.length < BATCH) return { wanted, end: undefined };
    // Others have their turn, whatever the engine.
    await setImmediate();
  }
  return { wanted, end: after };
}
