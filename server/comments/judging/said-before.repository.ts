import type { Db } from '../../database/connect.ts';
import { notByIndex } from '../../database/not-by-index.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { toBodyHash, toSaid } from '../comment-text.ts';

/** In letters and digits. Shorter ones, such as thanks, many people say in the same words. */
const MIN_LENGTH = 20;
const DAY_MS = 24 * 60 * 60 * 1000;

interface SaidText {
  readonly serviceId: string;
  readonly body: string;
  readonly now: Date;
  /** The comment that says it, where it is one already. */
  readonly except?: string | undefined;
}

/** Whether the same was said anywhere on a service within a day, deleted since or not. */
export async function isSaidBefore(db: Db, { serviceId, body, now, except }: SaidText): Promise<boolean> {
  if (toSaid(body).length < MIN_LENGTH) return false;
  let query = db
    .selectFrom('comments')
    .select('commentId')
    .where('serviceId', '=', serviceId)
    .where('bodyHash', '=', toBodyHash(body))
    .where('commentId', '>=', firstIdAt(new Date(now.getTime() - DAY_MS)))
    .limit(1);
  if (except !== undefined) query = query.where((eb) => eb(notByIndex(eb.ref('commentId')), '<>', except));
  return (await query.executeTakeFirst()) !== undefined;
}
