import type { Db } from '../../database/connect.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { toBodyHash } from '../comment-text.ts';

/** Shorter ones, such as thanks, many people say in the same words. */
const MIN_LENGTH = 20;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether the same was said anywhere on a service within a day, deleted since or not. */
export async function isSaidBefore(
  db: Db,
  { serviceId, body, now }: { readonly serviceId: string; readonly body: string; readonly now: Date },
): Promise<boolean> {
  if (body.length < MIN_LENGTH) return false;
  const row = await db
    .selectFrom('comments')
    .select('commentId')
    .where('serviceId', '=', serviceId)
    .where('bodyHash', '=', toBodyHash(body))
    .where('commentId', '>=', firstIdAt(new Date(now.getTime() - DAY_MS)))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
