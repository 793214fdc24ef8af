import { randomUUID } from 'node:crypto';
import { PostgresAdapter } from 'kysely';
import type { Database, Db } from './connect.ts';
import type { Transaction } from './tables.ts';

/** Exceeds the free rest of a page, so that the database must allocate new pages. */
const FILLER = 'x'.repeat(16_384);

export async function tryWrite({ writer }: Pick<Database, 'writer'>): Promise<void> {
  const limitKey = `write-probe ${randomUUID()} ${FILLER}`;
  await writer.transaction().execute(async (trx) => {
    await trx.insertInto('sharedLimits').values({ limitKey, uses: 0, endsAt: '' }).execute();
    await trx.deleteFrom('sharedLimits').where('limitKey', '=', limitKey).execute();
  });
}

const MAX_TRIES = 3;
/** PostgreSQL codes for deadlocks and serialization failures. */
const RETRYABLE_CODES = new Set<unknown>(['40P01', '40001']);

/**
 * Retries when PostgreSQL aborts the transaction as a deadlock victim. `work` may run several times, so it must have no
 * side effects except its writes.
 */
export async function writeTransaction<T>(writer: Db, work: (trx: Transaction) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await writer.transaction().execute(work);
    } catch (error) {
      if (tries === MAX_TRIES || !isRetryable(error)) throw error;
    }
  }
}

function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && RETRYABLE_CODES.has(error.code);
}

export function hasRowLocks(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
