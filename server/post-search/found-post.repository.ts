import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import { isAmong } from '../posts/post-keys.repository.ts';
import { listColumns, type Post, toPost } from '../posts/stored-post.ts';

export interface ListedPlace {
  readonly listedAt: string;
  readonly postId: string;
}

export interface ListedPost extends ListedPlace {
  readonly searchNumber: number;
}

interface Readers {
  readonly serviceId: string;
  readonly now: string;
}

export async function listListedPosts(
  db: Db,
  { serviceId, now }: Readers,
  numbers: readonly number[],
): Promise<ListedPost[]> {
  return listed(
    db
      .selectFrom('posts')
      .where('serviceId', '=', serviceId)
      .where('searchNumber', 'in', [...numbers])
      .where('listedAt', '<=', now),
  );
}

export async function listNewestPosts(
  db: Db,
  { serviceId, now }: Readers,
  { after, limit }: { readonly after: ListedPlace | undefined; readonly limit: number },
): Promise<ListedPost[]> {
  const query = db
    .selectFrom('posts')
    .where('serviceId', '=', serviceId)
    .orderBy('listedAt', 'desc')
    .orderBy('postId', 'desc')
    .limit(limit);
  // Ignores a position in the future, which only a forged pager key has.
  if (!after || after.listedAt > now) return listed(query.where('listedAt', '<=', now));
  return listed(
    query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('listedAt', 'postId'), '<', tuple(after.listedAt, after.postId)),
    ),
  );
}

/** Selects only columns that both engines can read from an index alone. */
async function listed(query: SelectQueryBuilder<Tables, 'posts', object>): Promise<ListedPost[]> {
  return query
    .select((eb) => [
      'postId',
      eb.ref('listedAt').$notNull().as('listedAt'),
      sql<number>`coalesce(search_number, -1)`.as('searchNumber'),
    ])
    .execute();
}

export interface TitledPost {
  readonly postId: string;
  readonly title: string;
  /** Size of the text in bytes. */
  readonly size: number;
  /** Null unless requested and at most 40,000 bytes. */
  readonly shortText: string | null;
}

const MAX_SHORT = 40_000;

export async function listTitles(
  db: Db,
  serviceId: string,
  postIds: readonly string[],
  { withTexts }: { readonly withTexts: boolean },
): Promise<TitledPost[]> {
  if (postIds.length === 0) return [];
  const shortText = withTexts
    ? sql<string | null>`case when octet_length(body_text) <= ${sql.lit(MAX_SHORT)} then body_text end`
    : sql<null>`null`;
  return db
    .selectFrom('posts')
    .select(['postId', 'title', sql<number>`octet_length(body_text)`.as('size'), shortText.as('shortText')])
    .where(isAmong(serviceId, postIds))
    .execute();
}

export async function listBodyTexts(
  db: Db,
  serviceId: string,
  postIds: readonly string[],
): Promise<{ readonly postId: string; readonly bodyText: string }[]> {
  return db.selectFrom('posts').select(['postId', 'bodyText']).where(isAmong(serviceId, postIds)).execute();
}

export async function listFoundPosts(
  db: Db,
  { serviceId, now }: Readers,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, Post>> {
  if (postIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('posts')
    .leftJoin('categories', 'categories.id', 'posts.categoryId')
    .select(listColumns)
    .where(isAmong(serviceId, postIds))
    .where('posts.listedAt', '<=', now)
    .execute();
  return new Map(rows.map((row) => [row.postId, toPost(row)]));
}

export async function listTagLabels(
  db: Db,
  serviceId: string,
  limit: number,
): Promise<{ readonly tagId: string; readonly label: string }[]> {
  return db
    .selectFrom('tags')
    .select(['tagId', 'label'])
    .where((eb) => eb('serviceId', '=', serviceId))
    .orderBy('label')
    .limit(limit)
    .execute();
}
