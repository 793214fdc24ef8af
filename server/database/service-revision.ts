import { sql } from 'kysely';
import { emitServiceRaised } from './commits.ts';
import { compiledQuery } from './queries.ts';
import type { Transaction } from './tables.ts';

const raiseRevision = compiledQuery((db, { serviceId }: { serviceId: string }) =>
  db
    .updateTable('services')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('serviceId', '=', serviceId),
);

/**
 * Drops every cached response of the service. First step of every transaction with visible changes: on PostgreSQL it
 * locks the service, so that later reads stay valid and no other writer takes a slug meanwhile.
 */
export async function raiseServiceRevision(trx: Transaction, serviceId: string): Promise<void> {
  await raiseRevision(trx, { serviceId });
  await emitServiceRaised(trx, serviceId);
}

/** Characters; about a hundred changes. A process that missed more drops all responses of the service. */
const MAX_RECENT_CHANGES = 2000;

/**
 * Drops the cached lists, feeds, searches and sitemaps of the service, and the pages of these posts and threads. A page
 * is named by the post's slug, or by `threadName` for all pages that show a comment thread.
 */
export async function raiseRevisionOfPages(
  trx: Transaction,
  serviceId: string,
  names: readonly string[],
): Promise<void> {
  await raiseWithLine(trx, { serviceId, line: `:${names.join(' ')}\n` });
  await emitServiceRaised(trx, serviceId);
}

const raiseWithLine = compiledQuery((db, { serviceId, line }: { serviceId: string; line: string }) =>
  db
    .updateTable('services')
    .set((eb) => {
      const longer = sql`recent_changes || cast(revision + 1 as text) || cast(${line} as text)`;
      return {
        revision: eb('revision', '+', 1),
        recentChanges: sql<string>`substr(${longer},
          case when length(${longer}) > ${sql.lit(MAX_RECENT_CHANGES)}
          then length(${longer}) - ${sql.lit(MAX_RECENT_CHANGES - 1)} else 1 end)`,
      };
    })
    .where('serviceId', '=', serviceId),
);

export function threadName(contentId: string): string {
  return `@${contentId}`;
}

/** Reads what `raiseRevisionOfPages` wrote. The oldest line may be cut off. */
export function readRecentChanges(recentChanges: string): ReadonlyMap<number, readonly string[]> {
  const lines = recentChanges.matchAll(/^(\d+):(.*)\n/gm);
  return new Map([...lines].map(([, revision, names = '']) => [Number(revision), names.split(' ')]));
}

const keepRevision = compiledQuery((db, { serviceId }: { serviceId: string }) =>
  db
    .updateTable('services')
    .set((eb) => ({ revision: eb.ref('revision') }))
    .where('serviceId', '=', serviceId),
);

/** Serializes writes that readers do not see. */
export async function holdService(trx: Transaction, serviceId: string): Promise<void> {
  await keepRevision(trx, { serviceId });
}
