import type { Db } from '../../database/connect.ts';
import { preventIndexUse } from '../../database/prevent-index-use.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { normalizeBody, toBodyHash } from '../comment-text.ts';

/** Minimum number of letters and digits; shorter texts such as thanks are often identical. */
const MIN_LENGTH = 20;
const DAY_MS = 24 * 60 * 60 * 1000;

interface PostedText {
  readonly serviceId: string;
  readonly body: string;
  readonly now: Date;
  readonly except?: string | undefined;
}

/** Compares with the comments of the last day, including deleted ones. */
export async function isDuplicateComment(db: Db, { serviceId, body, now, except }: PostedText): Promise<boolean> {
  if (normalizeBody(body).length < MIN_LENGTH) return false;
  let query = db
    .selectFrom('comments')
    .select('commentId')
    .where('serviceId', '=', serviceId)
    .where('bodyHash', '=', toBodyHash(body))
    .where('commentId', '>=', firstIdAt(new Date(now.getTime() - DAY_MS)))
    .limit(1);
  if (except !== undefined) query = query.where((eb) => eb(preventIndexUse(eb.ref('commentId')), '<>', except));
  return (await query.executeTakeFirst()) !== undefined;
}
