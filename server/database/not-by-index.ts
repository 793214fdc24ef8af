import { type Expression, sql } from 'kysely';

/**
 * A text column to compare with, where the rows are found by something else. Beside a list of ids SQLite takes an index
 * that begins with the service for the better one, and reads everything that the service has; an expression keeps it
 * from that.
 */
export function notByIndex(column: Expression<string>): Expression<string> {
  return sql<string>`(${column} || '')`;
}
