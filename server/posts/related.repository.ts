import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { compiledQuery } from '../database/queries.ts';
import type { Tables } from '../database/tables.ts';

interface Lists {
  readonly serviceId: string;
  readonly tagIds: readonly string[];
  readonly categoryIds: readonly number[];
}

const post = expressionBuilder<Tables, 'posts'>();

/** Posts of the tags and categories, at most `maxOfEach` of each, so that popular ones cost no more than others. */
function selectSimilar(
  db: Db,
  { serviceId, tagIds, categoryIds }: Lists,
  isIncluded: Expression<SqlBool>,
  maxOfEach: number,
) {
  const tagged = tagIds.map((tagId) =>
    db
      .selectFrom('postTags')
      .select(['postId', 'listedAt', sql.lit(1).as('sharedTags')])
      .where('serviceId', '=', serviceId)
      .where('tagId', '=', tagId)
      .where(isIncluded)
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
      .where(isIncluded)
      .orderBy('listedAt', 'desc')
      .orderBy('postId', 'desc')
      .limit(maxOfEach),
  );
  const [first, ...others] = [...tagged, ...ofCategories].map((list) => db.selectFrom(list.as('list')).selectAll());
  if (!first) throw new Error('There is no tag or category to read posts of');
  return db.selectFrom(first.unionAll(others).as('merged'));
}

const MAX_OF_EACH = 50;

/**
 * Lists those with most tags in common first, then those that share only a category; newest first. All are older than
 * the post, so that a publication does not change the pages of all posts that are similar.
 */
export async function listSimilarPostIds(db: Db, query: SimilarBefore): Promise<string[]> {
  if (query.tagIds.length + query.categoryIds.length === 0) return [];
  return (await similarBefore(db, query)).map(({ postId }) => postId);
}

type SimilarBefore = Lists & { readonly before: string; readonly limit: number };

const similarBefore = compiledQuery((db, { before, limit, ...lists }: SimilarBefore) =>
  selectSimilar(db, lists, post('listedAt', '<', before), MAX_OF_EACH)
    .select('postId')
    .groupBy(['postId', 'listedAt'])
    .orderBy(({ fn }) => fn.sum('sharedTags'), 'desc')
    .orderBy('listedAt', 'desc')
    .orderBy('postId', 'desc')
    .limit(limit),
);

/** Lists posts with pages that may name a post listed at `after`. */
export async function listSlugsOfSimilarPosts(
  db: Db,
  { after, limit, ...lists }: Lists & { readonly after: string; readonly limit: number },
): Promise<string[]> {
  if (lists.tagIds.length + lists.categoryIds.length === 0) return [];
  const rows = await selectSimilar(db, lists, post('listedAt', '>', after), limit)
    .innerJoin('posts', 'posts.postId', 'merged.postId')
    .select('posts.slug')
    .distinct()
    .limit(limit)
    .execute();
  return rows.map(({ slug }) => slug);
}
