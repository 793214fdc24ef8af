import { PostgresAdapter, type Transaction } from 'kysely';
import type { Db } from './connect.ts';
import type { Tables } from './tables.ts';

const MAX_TRIES = 3;
/** What PostgreSQL calls a deadlock, and a transaction that cannot come after another. */
const ENDED_FOR_OTHERS = new Set<unknown>(['40P01', '40001']);

/**
 * Makes a transaction, and makes it again where PostgreSQL has ended it in favour of others. The work may so be done
 * more than once, and leaves nothing behind but what it writes.
 */
export async function writeTransaction<T>(writer: Db, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await writer.transaction().execute(work);
    } catch (error) {
      if (tries === MAX_TRIES || !isEndedForOthers(error)) throw error;
    }
  }
}

function isEndedForOthers(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ENDED_FOR_OTHERS.has(error.code);
}

/** Whether rows can be locked one by one: SQLite has one writer at a time. */
export function hasRowLocks(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
