import { type Expression, sql } from 'kysely';

/**
 * Wraps a column so that SQLite does not use an index on it. Next to a list of ids SQLite would prefer an index that
 * begins with the service, and read all its rows.
 */
export function preventIndexUse(column: Expression<string>): Expression<string> {
  return sql<string>`(${column} || '')`;
}
