import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

interface Lists {
  readonly serviceId: string;
  readonly tagIds: readonly string[];
  readonly categoryIds: readonly number[];
  /** Without it, the lists contain posts that readers do not see in lists, too. */
  readonly now?: string;
}

/** Posts of the tags and categories, at most `maxOfEach` of each, so that popular ones cost no more than others. */
function selectSimilar(db: Db, { serviceId, tagIds, categoryIds, now }: Lists, maxOfEach: number) {
  const tagged = tagIds.map((tagId) =>
    db
      .selectFrom('postTags')
      .select(['postId', 'listedAt', sql.lit(1).as('sharedTags')])
      .where('serviceId', '=', serviceId)
      .where('tagId', '=', tagId)
      .$if(now !== undefined, (query) => query.where('listedAt', '<=', now ?? ''))
      .orderBy('listedAt', 'desc')
      .orderBy('postId', 'desc')
      .limit(maxOfEach),
  );
  const ofCategories = categoryIds.map((categoryId) =>
    db
      .selectFrom('posts')
      .select(['postId', 'listedAt', sql.lit(0).as('sharedTags')])
      .where('serviceId', '=', serviceId)
      .where('categoryId', '=', categoryId)
      .$if(now !== undefined, (query) => query.where('listedAt', '<=', now ?? ''))
      .orderBy('listedAt', 'desc')
      .orderBy('postId', 'desc')
      .limit(maxOfEach),
  );
  const [first, ...others] = [...tagged, ...ofCategories].map((list) => db.selectFrom(list.as('list')).selectAll());
  return first && db.selectFrom(first.unionAll(others).as('merged'));
}

const MAX_OF_EACH = 50;

/** Lists those with most tags in common first, then those that share only a category; newest first. */
export async function listSimilarPostIds(
  db: Db,
  { limit, ...lists }: Lists & { readonly now: string; readonly limit: number },
): Promise<string[]> {
  const rows = await selectSimilar(db, lists, MAX_OF_EACH)
    ?.select('postId')
    .groupBy(['postId', 'listedAt'])
    .orderBy(({ fn }) => fn.sum('sharedTags'), 'desc')
    .orderBy('listedAt', 'desc')
    .orderBy('postId', 'desc')
    .limit(limit)
    .execute();
  return rows?.map(({ postId }) => postId) ?? [];
}

export async function listSlugsOfSimilarPosts(
  db: Db,
  { limit, ...lists }: Lists & { readonly limit: number },
): Promise<string[]> {
  const rows = await selectSimilar(db, lists, limit)
    ?.innerJoin('posts', 'posts.postId', 'merged.postId')
    .select('posts.slug')
    .distinct()
    .limit(limit)
    .execute();
  return rows?.map(({ slug }) => slug) ?? [];
}
