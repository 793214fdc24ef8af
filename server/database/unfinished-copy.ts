import { sql } from 'kysely';
import type { Database } from './connect.ts';

/** This table exists while an engine migration fills a PostgreSQL database. */
export const UNFINISHED_COPY = 'unfinished_copy';

/** Always false for SQLite, whose file gets its name when it is complete. */
export async function isUnfinishedCopy({ engine, writer }: Database): Promise<boolean> {
  if (engine === 'sqlite') return false;
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${UNFINISHED_COPY}) is not null as is_there`.execute(writer);
  return rows[0]?.isThere ?? false;
}
