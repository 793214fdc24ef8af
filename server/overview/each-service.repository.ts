import { type Expression, sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** SQLite joins no more than 500 queries into one. */
const SERVICES_PER_QUERY = 100;

/** The rows that a query finds for each of the services, which each come out of their own part of an index. */
export async function askOfEach<Row>(
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
