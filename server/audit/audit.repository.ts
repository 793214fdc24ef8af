import { type Expression, type SqlBool, sql } from 'kysely';
import type { AuditAction, AuditEntry } from '#contract/audit.ts';
import type { Db } from '../database/connect.ts';
import type { AuditLogRow } from '../database/tables.ts';

export async function insertAuditEntry(db: Db, entry: AuditLogRow): Promise<void> {
  await db.insertInto('auditLog').values(entry).execute();
}

export interface AuditListOptions {
  readonly action?: AuditAction | undefined;
  readonly actor?: string | undefined;
  readonly target?: string | undefined;
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

export async function listAuditEntries(db: Db, options: AuditListOptions): Promise<AuditEntry[]> {
  const { action, actor, target, from, before, limit } = options;
  const rows = await db
    .selectFrom('auditLog')
    .selectAll()
    .where((eb) => {
      const conditions: Expression<SqlBool>[] = [];
      if (actor !== undefined) conditions.push(eb('actor', '=', actor));
      if (target !== undefined) conditions.push(eb('target', '=', target));
      if (action !== undefined) {
        // The index of actor and target is more selective than that of the action.
        const isNarrow = actor !== undefined && target !== undefined;
        conditions.push(isNarrow ? eb(sql`action || ''`, '=', action) : eb('action', '=', action));
      }
      if (from !== undefined) conditions.push(eb('entryId', '>=', from));
      if (before !== undefined) conditions.push(eb('entryId', '<', before));
      return eb.and(conditions);
    })
    .orderBy('entryId', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toEntry);
}

function toEntry({ actorKind, details, ...row }: AuditLogRow): AuditEntry {
  return {
    ...row,
    actorKind: actorKind as AuditEntry['actorKind'],
    details: JSON.parse(details),
  };
}

export async function deleteAuditEntries(
  db: Db,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const oldest = db
    .selectFrom('auditLog')
    .select('entryId')
    .where('entryId', '<', before)
    .orderBy('entryId')
    .limit(limit);
  const { numDeletedRows } = await db.deleteFrom('auditLog').where('entryId', 'in', oldest).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

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
