import type { Db } from '../database/connect.ts';

/** The post of each of the content ids, the oldest where several say the same; those of no post are left out. */
export async function listPostIdsOfContents(
  db: Db,
  serviceId: string,
  contentIds: readonly string[],
): Promise<{ contentId: string; postId: string }[]> {
  if (contentIds.length === 0) return [];
  return db
    .selectFrom('posts')
    .select('contentId')
    .select(({ fn }) => fn.min('postId').as('postId'))
    .where('serviceId', '=', serviceId)
    .where('contentId', 'in', contentIds)
    .groupBy('contentId')
    .execute();
}
