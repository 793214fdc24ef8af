import type { AdjacentPost, PostStatus } from '#contract/posts.ts';
import type { Db } from '../database/connect.ts';
import { compiledQuery } from '../database/queries.ts';
import { isAmong, languageOfPost } from './post-keys.repository.ts';
import type { PostState } from './post-state.ts';

export interface PostPosition extends PostState {
  readonly postId: string;
  /** Null when the post is hidden in lists or not published. */
  readonly listedAt: string | null;
  readonly categoryId: number | null;
}

export async function findPostPosition(db: Db, serviceId: string, slug: string): Promise<PostPosition | undefined> {
  const [position] = await positionsOfSlug(db, { serviceId, slug });
  return position;
}

const positionsOfSlug = compiledQuery((db, { serviceId, slug }: { serviceId: string; slug: string }) =>
  db
    .selectFrom('posts')
    .select(['postId', 'status', 'publishAt', 'effectiveAt', 'listedAt', 'categoryId'])
    .$narrowType<{ status: PostStatus }>()
    .where('serviceId', '=', serviceId)
    .where('slug', '=', slug),
);

export async function findNeighborsInTime(
  db: Db,
  { now, ...position }: ListedPosition & { readonly now: string },
): Promise<{ previous: AdjacentPost | null; next: AdjacentPost | null }> {
  const [[previous], [next]] = await Promise.all([previousInTime(db, position), nextInTime(db, { ...position, now })]);
  return { previous: previous ? toAdjacent(previous) : null, next: next ? toAdjacent(next) : null };
}

function toAdjacent({ language, ...post }: AdjacentPost & { language: string }): AdjacentPost {
  return language === '' ? post : { ...post, language };
}

interface ListedPosition {
  readonly serviceId: string;
  readonly listedAt: string;
  readonly postId: string;
}

const previousInTime = compiledQuery((db, { serviceId, listedAt, postId }: ListedPosition) =>
  db
    .selectFrom('posts')
    .select(['slug', 'title', languageOfPost(db).as('language')])
    .where('serviceId', '=', serviceId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('listedAt', 'postId'), '<', tuple(listedAt, postId)))
    .orderBy('listedAt', 'desc')
    .orderBy('postId', 'desc')
    .limit(1),
);

const nextInTime = compiledQuery((db, { serviceId, listedAt, postId, now }: ListedPosition & { now: string }) =>
  db
    .selectFrom('posts')
    .select(['slug', 'title', languageOfPost(db).as('language')])
    .where('serviceId', '=', serviceId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('listedAt', 'postId'), '>', tuple(listedAt, postId)))
    .where('listedAt', '<=', now)
    .orderBy('listedAt')
    .orderBy('postId')
    .limit(1),
);

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
  const rows = await postsOfGroup(db, { serviceId, groupId });
  return rows.flatMap(({ postId, listedAt }) => (listedAt !== null && listedAt <= now ? [{ postId, listedAt }] : []));
}

const postsOfGroup = compiledQuery((db, { serviceId, groupId }: Omit<GroupQuery, 'now'>) =>
  db
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
    .orderBy('postId'),
);

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
