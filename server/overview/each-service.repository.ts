import { type Expression, sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** SQLite limits compound queries to 500 parts. */
const SERVICES_PER_QUERY = 100;

/** Joins the queries by `union all`, so that each uses its own part of an index. */
export async function queryEachService<Row>(
  db: Db,
  serviceIds: readonly string[],
  ask: (serviceId: string) => Expression<Row>,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let start = 0; start < serviceIds.length; start += SERVICES_PER_QUERY) {
    const parts = serviceIds
      .slice(start, start + SERVICES_PER_QUERY)
      .map((serviceId) => sql`select * from ${ask(serviceId)} as part`);
    const { rows } = await sql<Row>`${sql.join(parts, sql` union all `)}`.execute(db);
    found.push(...rows);
  }
  return found;
}
