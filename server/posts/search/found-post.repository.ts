import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { Tables } from '../../database/tables.ts';
import { isAmong } from '../post-keys.repository.ts';
import { listColumns, type Post, toPost } from '../stored-post.ts';

/** The place of a post among those that fit as well, the newest first. */
export interface ListedPlace {
  readonly listedAt: string;
  readonly postId: string;
}

/** A post that readers see in lists, by its number in the index. */
export interface ListedPost extends ListedPlace {
  readonly searchNumber: number;
}

interface Readers {
  readonly serviceId: string;
  /** Posts that go live later are not there yet. */
  readonly now: string;
}

/** Those of the posts that readers see, in no order. */
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

/** All posts that readers see, the newest first, after a place. */
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
  // A place in the future, which only a forged key has, is no place.
  if (!after || after.listedAt > now) return listed(query.where('listedAt', '<=', now));
  return listed(
    query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('listedAt', 'postId'), '<', tuple(after.listedAt, after.postId)),
    ),
  );
}

/** Both engines answer this from an index alone. */
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
  /** Of its text, in bytes. */
  readonly size: number;
  /** Where it was asked for and is no longer than most texts are. */
  readonly shortText: string | null;
}

/** In bytes: a page of such texts is read with one statement. */
const MAX_SHORT = 40_000;

/** Titles, how long the texts are, and of most also the texts. */
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

/** Those of the posts that readers see in lists, without their bodies. */
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

/** Labels of the tags of a service, some of many. */
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
