import type { Db } from '../database/connect.ts';
import type { AuditLogRow } from '../database/tables.ts';

export async function listEntriesAbout(db: Db, username: string, { limit }: { limit: number }): Promise<AuditLogRow[]> {
  const named = (column: 'actor' | 'target') =>
    db
      .selectFrom('auditLog')
      .selectAll()
      .where(column, '=', username)
      .orderBy('entryId', 'desc')
      .limit(limit)
      .execute();
  const found = [...(await named('actor')), ...(await named('target'))];
  return [...new Map(found.map((entry) => [entry.entryId, entry])).values()]
    .sort((one, other) => (one.entryId < other.entryId ? 1 : -1))
    .slice(0, limit);
}
