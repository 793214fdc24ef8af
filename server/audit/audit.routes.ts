import { AuditPagerKey, auditApi } from '#contract/audit.ts';
import type { Database } from '../database/connect.ts';
import type { Api } from '../http/implement.ts';
import { readPager, toPage } from '../http/pager.ts';
import { firstIdAt } from '../platform/ids.ts';
import { listAuditEntries } from './audit.repository.ts';

export function auditRoutes(api: Api, { database }: { database: Database }): void {
  api.implement(auditApi.list, async ({ query }) => {
    const { count, action, actor, target, since, until } = query;
    const ends = [readPager(AuditPagerKey, query)?.entryId, until && firstIdAt(new Date(until))];
    const rows = await listAuditEntries(database.reader, {
      action,
      // Forms send empty filters.
      actor: actor || undefined,
      target: target || undefined,
      from: since && firstIdAt(new Date(since)),
      before: ends.filter((end) => end !== undefined).toSorted()[0],
      limit: count + 1,
    });
    return toPage(rows, count, ({ entryId }) => ({ entryId }));
  });
}
