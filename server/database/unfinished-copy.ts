import { sql } from 'kysely';
import type { Database } from './connect.ts';

/** The table that stands in a PostgreSQL database as long as it is being filled with another one's content. */
export const UNFINISHED_COPY = 'unfinished_copy';

/** Whether the database is half of another one; a SQLite file has another name until it is whole. */
export async function isUnfinishedCopy({ engine, writer }: Database): Promise<boolean> {
  if (engine === 'sqlite') return false;
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${UNFINISHED_COPY}) is not null as is_there`.execute(writer);
  return rows[0]?.isThere ?? false;
}
