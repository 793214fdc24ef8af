import { createApiKey } from '#server/api-keys/index.ts';
import { createAuditLog } from '#server/audit/index.ts';
import { connect, type Database, type DatabaseTarget } from '#server/database/connect.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { localCaller } from '#server/http/caller.ts';
import { systemClock } from '#server/platform/clock.ts';
import { indexAllServices } from '#server/post-search/index-posts.ts';
import { givenManyPosts } from '#testing/many-posts.ts';

/**
 * Returns a key to write in the service. Indexes the posts, because otherwise the server would do that first and delay
 * readers.
 */
export async function fillDatabase(
  target: DatabaseTarget,
  { count, isIndexed = true }: { readonly count: number; readonly isIndexed?: boolean },
): Promise<{ serviceId: string; key: string }> {
  const database = connect(target);
  await migrateToLatest(database, target);
  const { serviceId } = await givenManyPosts(database, { count });
  if (isIndexed) await indexAllServices({ database });
  const key = await givenKey(database, serviceId);
  await database.close();
  return { serviceId, key };
}

async function givenKey(database: Database, serviceId: string): Promise<string> {
  const tools = { database, clock: systemClock };
  const actor = { kind: 'user', username: 'bench', role: 'admin', serviceIds: [serviceId] } as const;
  const { key } = await createApiKey(
    { ...tools, audit: createAuditLog(tools) },
    { label: 'bench', may: 'write', serviceIds: [serviceId] },
    { actor, caller: localCaller },
  );
  return key;
}
