import { sql } from 'kysely';
import type { Database } from './connect.ts';

/** Name of the table that exists while a PostgreSQL database is being filled by an engine migration. */
export const UNFINISHED_COPY = 'unfinished_copy';

/**
 * Tells whether an engine migration into this database is incomplete. Always false for SQLite, whose file gets its name
 * when it is complete.
 */
export async function isUnfinishedCopy({ engine, writer }: Database): Promise<boolean> {
  if (engine === 'sqlite') return false;
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${UNFINISHED_COPY}) is not null as is_there`.execute(writer);
  return rows[0]?.isThere ?? false;
}
