import { randomUUID } from 'node:crypto';
import type { Database } from './connect.ts';

/** Longer than the free rest of a page, so that the database needs new ones. */
const FILLER = 'x'.repeat(16_384);

/**
 * Finds out whether the database can be written, by a row that is inserted and deleted in one transaction.
 * @throws whatever the database throws at a write
 */
export async function tryWrite({ writer }: Pick<Database, 'writer'>): Promise<void> {
  const limitKey = `write-probe ${randomUUID()} ${FILLER}`;
  await writer.transaction().execute(async (trx) => {
    await trx.insertInto('sharedLimits').values({ limitKey, uses: 0, endsAt: '' }).execute();
    await trx.deleteFrom('sharedLimits').where('limitKey', '=', limitKey).execute();
  });
}
