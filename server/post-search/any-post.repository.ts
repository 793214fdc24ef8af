import { type SelectQueryBuilder, sql } from 'kysely';
import type { PostStatus } from '#contract/posts.ts';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';

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

export async function listPostsByNumber(
  db: Db,
  serviceId: string,
  numbers: readonly number[],
): Promise<StoredAnyPost[]> {
  if (numbers.length === 0) return [];
  return named(postsOf(db, serviceId).where('searchNumber', 'in', [...numbers]));
}

/** Sorts after every other character in both engines. */
const LAST_LETTER = '\u{10FFFF}';

/** Lists posts whose slug or title starts with the prefix. The letters A to Z of the prefix must be lowercase. */
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

/** Lists the last updated and the last created posts. A post may appear twice. */
export async function listLatestPosts(db: Db, serviceId: string, limit: number): Promise<StoredAnyPost[]> {
  const changed = postsOf(db, serviceId).orderBy(sql`coalesce(updated_at, '')`, 'desc').orderBy('postId', 'desc');
  const made = postsOf(db, serviceId).orderBy('createdAt', 'desc').orderBy('postId', 'desc');
  return [...(await named(changed.limit(limit))), ...(await named(made.limit(limit)))];
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
