import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/**
 * Maps content ids to posts. When several posts share a content id, the oldest counts; unknown content ids are omitted.
 */
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

/** Returns whether any post of each content id is visible now; unknown content ids are omitted. */
export async function listContentsOfPosts(
  db: Db,
  { serviceId, contentIds, now }: { serviceId: string; contentIds: readonly string[]; now: string },
): Promise<{ contentId: string; isVisible: boolean }[]> {
  if (contentIds.length === 0) return [];
  const isVisible = sql<number>`max(case when status in ('published', 'reserved') and effective_at <= ${now} then 1 else 0 end)`;
  const rows = await db
    .selectFrom('posts')
    .select(['contentId', isVisible.as('isVisible')])
    .where('serviceId', '=', serviceId)
    .where('contentId', 'in', contentIds)
    .groupBy('contentId')
    .execute();
  return rows.map((row) => ({ contentId: row.contentId, isVisible: row.isVisible === 1 }));
}
