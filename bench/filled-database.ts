import { connect, type DatabaseTarget } from '#server/database/connect.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { indexAllServices } from '#server/post-search/index-in-background.ts';
import { givenManyPosts } from '#testing/many-posts.ts';
import { givenBenchKey } from './bench-key.ts';

/**
 * Returns a key to write in the service. Indexes the posts, because otherwise the server would do that first and delay
 * readers.
 */
export async function fillDatabase(
  target: DatabaseTarget,
  posts: { readonly count: number; readonly hasGroups?: boolean },
): Promise<{ serviceId: string; key: string }> {
  const database = connect(target);
  await migrateToLatest(database, target);
  const { serviceId } = await givenManyPosts(database, posts);
  await indexAllServices({ database });
  const key = await givenBenchKey(database, { serviceId, may: 'write' });
  await database.close();
  return { serviceId, key };
}
