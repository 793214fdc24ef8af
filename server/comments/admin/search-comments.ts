import { setImmediate } from 'node:timers/promises';
import type { Db } from '../../database/connect.ts';
import { type Comment, findComments } from '../comment.repository.ts';
import { type AdminListOptions, listComments, matchComments } from './admin-comment.repository.ts';

/** Maximum number of comments per request and per statement, because SQLite blocks the event loop meanwhile. */
const MAX_SCANNED = 5000;
const BATCH = 500;

interface FoundComments {
  readonly comments: readonly Comment[];
  readonly end: string | undefined;
}

export type SearchOptions = Omit<AdminListOptions, 'limit'> & { readonly count: number };

/** A page that takes too long ends early, possibly empty, and can be continued. */
export async function searchComments(
  reader: Db,
  { count, ...list }: SearchOptions,
  text: string,
): Promise<FoundComments> {
  if (text !== '') {
    const { matches, end } = await scanComments(reader, { count, ...list }, text);
    const found = await findComments(reader, list.serviceId, matches);
    return { comments: list.order === 'asc' ? found : found.reverse(), end };
  }
  const rows = await listComments(reader, { ...list, limit: count + 1 });
  const comments = rows.slice(0, count);
  return { comments, end: rows.length > count ? comments.at(-1)?.commentId : undefined };
}

async function scanComments(
  reader: Db,
  { count, ...list }: SearchOptions,
  text: string,
): Promise<{ matches: string[]; end: string | undefined }> {
  const matches: string[] = [];
  let { after } = list;
  for (let scanned = 0; scanned < MAX_SCANNED; scanned += BATCH) {
    const batch = await matchComments(reader, { ...list, after, limit: BATCH }, text);
    for (const { commentId, isMatch } of batch) {
      if (isMatch && matches.length === count) return { matches, end: after };
      if (isMatch) matches.push(commentId);
      after = commentId;
    }
    if (batch.length < BATCH) return { matches, end: undefined };
    await setImmediate();
  }
  return { matches, end: after };
}
