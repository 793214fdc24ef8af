import { type SelectQueryBuilder, sql } from 'kysely';
import type { PostStatus } from '#contract/posts.ts';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import { listColumns, type Post, toPost } from '../posts/post.repository.ts';
import { columnsBehindBodies, isAmong } from '../posts/post-keys.repository.ts';

export interface StoredAnyPost {
  readonly serviceId: string;
  readonly postId: string;
  readonly slug: string;
  readonly title: string;
  readonly status: PostStatus;
  readonly publishAt: string | null;
  readonly effectiveAt: string | null;
  readonly isHiddenInList: number;
  readonly savedAt: string;
}

export async function listPostsByIds(db: Db, serviceId: string, postIds: readonly string[]): Promise<StoredAnyPost[]> {
  if (postIds.length === 0) return [];
  return named(db.selectFrom('posts').where(isAmong(serviceId, postIds)));
}

/** Sorts after every other character in both engines. */
const LAST_LETTER = '\u{10FFFF}';

/** The letters A to Z of the prefix must be lowercase. */
export async function listPostsFrom(
  db: Db,
  serviceId: string,
  { column, prefix, limit }: { readonly column: 'slug' | 'title'; readonly prefix: string; readonly limit: number },
): Promise<StoredAnyPost[]> {
  const lower = sql<string>`lower(${sql.ref(`posts.${column}`)})`;
  return named(
    postsOf(db, serviceId)
      .where(lower, '>=', prefix)
      .where(lower, '<', prefix + LAST_LETTER)
      .orderBy(lower)
      .limit(limit),
  );
}

export async function listPostsWithId(db: Db, serviceId: string, postId: string): Promise<StoredAnyPost[]> {
  return named(postsOf(db, serviceId).where('postId', '=', postId));
}

/** A post may appear twice. */
export async function listLatestPosts(db: Db, serviceId: string, limit: number): Promise<StoredAnyPost[]> {
  const changed = postsOf(db, serviceId).orderBy(sql`coalesce(updated_at, '')`, 'desc').orderBy('postId', 'desc');
  const created = postsOf(db, serviceId).orderBy('createdAt', 'desc').orderBy('postId', 'desc');
  return [...(await named(changed.limit(limit))), ...(await named(created.limit(limit)))];
}

function postsOf(db: Db, serviceId: string): SelectQueryBuilder<Tables, 'posts', object> {
  return db.selectFrom('posts').where('serviceId', '=', serviceId);
}

async function named(query: SelectQueryBuilder<Tables, 'posts', object>): Promise<StoredAnyPost[]> {
  return query
    .select(['serviceId', 'postId', 'slug', 'title', 'publishAt', 'effectiveAt', 'isHiddenInList'])
    .select((eb) => [
      eb.ref('status').$castTo<PostStatus>().as('status'),
      eb.fn.coalesce('updatedAt', 'createdAt').as('savedAt'),
    ])
    .execute();
}

interface Readers {
  readonly serviceId: string;
  readonly now: string;
}

export interface TitledPost {
  readonly postId: string;
  readonly slug: string;
  readonly title: string;
  /** Bytes. */
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
    .select(['postId', 'slug', 'title', sql<number>`octet_length(body_text)`.as('size'), shortText.as('shortText')])
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
    .select(columnsBehindBodies(db))
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
