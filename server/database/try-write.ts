import { randomUUID } from 'node:crypto';
import type { Database } from './connect.ts';

/** Exceeds the free rest of a page, so that the database must allocate new pages. */
const FILLER = 'x'.repeat(16_384);

/**
 * Tests whether the database is writable by inserting and deleting a row in one transaction.
 * @throws the error of the failed write
 */
export async function tryWrite({ writer }: Pick<Database, 'writer'>): Promise<void> {
  const limitKey = `write-probe ${randomUUID()} ${FILLER}`;
  await writer.transaction().execute(async (trx) => {
    await trx.insertInto('sharedLimits').values({ limitKey, uses: 0, endsAt: '' }).execute();
    await trx.deleteFrom('sharedLimits').where('limitKey', '=', limitKey).execute();
  });
}
