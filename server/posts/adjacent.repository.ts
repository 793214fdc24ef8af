import type { AdjacentPost, PostStatus } from '#contract/posts.ts';
import type { Db } from '../database/connect.ts';
import { isAmong } from './post-keys.repository.ts';
import type { PostState } from './post-state.ts';
import { languageOfPost } from './stored-post.ts';

export interface PostPosition extends PostState {
  readonly postId: string;
  /** Null when the post is hidden in lists or not published. */
  readonly listedAt: string | null;
  readonly categoryId: number | null;
}

export async function findPostPosition(db: Db, serviceId: string, slug: string): Promise<PostPosition | undefined> {
  return db
    .selectFrom('posts')
    .select(['postId', 'status', 'publishAt', 'effectiveAt', 'listedAt', 'categoryId'])
    .$narrowType<{ status: PostStatus }>()
    .where('serviceId', '=', serviceId)
    .where('slug', '=', slug)
    .executeTakeFirst();
}

export async function findNeighborsInTime(
  db: Db,
  { serviceId, listedAt, postId, now }: { serviceId: string; listedAt: string; postId: string; now: string },
): Promise<{ previous: AdjacentPost | null; next: AdjacentPost | null }> {
  const listed = db
    .selectFrom('posts')
    .select(['slug', 'title', languageOfPost(db).as('language')])
    .where('serviceId', '=', serviceId)
    .limit(1);
  const [previous, next] = await Promise.all([
    listed
      .where(({ eb, refTuple, tuple }) => eb(refTuple('listedAt', 'postId'), '<', tuple(listedAt, postId)))
      .orderBy('listedAt', 'desc')
      .orderBy('postId', 'desc')
      .executeTakeFirst(),
    listed
      .where(({ eb, refTuple, tuple }) => eb(refTuple('listedAt', 'postId'), '>', tuple(listedAt, postId)))
      .where('listedAt', '<=', now)
      .orderBy('listedAt')
      .orderBy('postId')
      .executeTakeFirst(),
  ]);
  return { previous: previous ? toAdjacent(previous) : null, next: next ? toAdjacent(next) : null };
}

function toAdjacent({ language, ...post }: AdjacentPost & { language: string }): AdjacentPost {
  return language === '' ? post : { ...post, language };
}

export async function listVisibleIdsOfGroup(db: Db, group: GroupQuery): Promise<string[]> {
  return (await listVisibleOfGroup(db, group)).map(({ postId }) => postId);
}

interface GroupQuery {
  readonly serviceId: string;
  readonly groupId: string;
  readonly now: string;
}

/** Uses a subquery per post and thus the index; PostgreSQL would scan all posts for a join. */
export async function listVisibleOfGroup(
  db: Db,
  { serviceId, groupId, now }: GroupQuery,
): Promise<{ postId: string; listedAt: string }[]> {
  const rows = await db
    .selectFrom('postGroupPosts')
    .select((eb) => [
      'postId',
      eb
        .selectFrom('posts')
        .select('posts.listedAt')
        .whereRef('posts.postId', '=', 'postGroupPosts.postId')
        .as('listedAt'),
    ])
    .where('groupId', '=', groupId)
    .where('serviceId', '=', serviceId)
    .orderBy('position')
    .orderBy('postId')
    .execute();
  return rows.flatMap(({ postId, listedAt }) => (listedAt !== null && listedAt <= now ? [{ postId, listedAt }] : []));
}

export async function findAdjacentPosts(
  db: Db,
  serviceId: string,
  postIds: readonly string[],
): Promise<Map<string, AdjacentPost>> {
  if (postIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('posts')
    .select(['postId', 'slug', 'title', languageOfPost(db).as('language')])
    .where(isAmong(serviceId, postIds))
    .execute();
  return new Map(rows.map(({ postId, ...post }) => [postId, toAdjacent(post)]));
}
