import type { ResponseOf } from '#contract/endpoint.ts';
import type { AdjacentPost, PostStatus, postApi } from '#contract/posts.ts';
import type { Db } from '../database/connect.ts';
import { notFound } from '../http/errors.ts';
import { findGroup } from '../post-groups/post-group.repository.ts';
import { isAmong } from './post-keys.repository.ts';
import { isVisible, type PostState } from './post-state.ts';

export interface PostPlace extends PostState {
  readonly postId: string;
  /** Null when the post is hidden in lists or not published. */
  readonly listedAt: string | null;
}

async function findPostPlace(db: Db, serviceId: string, slug: string): Promise<PostPlace | undefined> {
  return db
    .selectFrom('posts')
    .select(['postId', 'status', 'publishAt', 'effectiveAt', 'listedAt'])
    .$narrowType<{ status: PostStatus }>()
    .where('serviceId', '=', serviceId)
    .where('slug', '=', slug)
    .executeTakeFirst();
}

async function findNeighboursInTime(
  db: Db,
  { serviceId, listedAt, postId, now }: { serviceId: string; listedAt: string; postId: string; now: string },
): Promise<{ previous: AdjacentPost | null; next: AdjacentPost | null }> {
  const listed = db.selectFrom('posts').select(['slug', 'title']).where('serviceId', '=', serviceId).limit(1);
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
  return { previous: previous ?? null, next: next ?? null };
}

export async function listSeenIdsOfGroup(db: Db, group: SeenGroup): Promise<string[]> {
  return (await listSeenOfGroup(db, group)).map(({ postId }) => postId);
}

interface SeenGroup {
  readonly serviceId: string;
  readonly groupId: string;
  readonly now: string;
}

/** Uses a subquery per post and thus the index; PostgreSQL would scan all posts for a join. */
export async function listSeenOfGroup(
  db: Db,
  { serviceId, groupId, now }: SeenGroup,
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

async function findAdjacentPosts(
  db: Db,
  serviceId: string,
  postIds: readonly string[],
): Promise<Map<string, AdjacentPost>> {
  if (postIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('posts')
    .select(['postId', 'slug', 'title'])
    .where(isAmong(serviceId, postIds))
    .execute();
  return new Map(rows.map(({ postId, ...post }) => [postId, post]));
}

type Adjacent = ResponseOf<typeof postApi.adjacent>;

interface Question {
  readonly serviceId: string;
  readonly slug: string;
  readonly group?: string | undefined;
  readonly now: string;
}

/**
 * A post hidden in lists has no neighbors in time order.
 * @throws {HttpError} when readers cannot see the post, or it is not in the group
 */
export async function findAdjacent(db: Db, { serviceId, slug, group, now }: Question): Promise<Adjacent> {
  const post = await findPostPlace(db, serviceId, slug);
  if (!post || !isVisible(post, now)) throw notFound();
  if (group !== undefined) return inGroup(db, post, { serviceId, group, now });
  const { postId, listedAt } = post;
  if (listedAt === null) return { previous: null, next: null };
  return findNeighboursInTime(db, { serviceId, listedAt, postId, now });
}

async function inGroup(
  db: Db,
  { postId }: PostPlace,
  { serviceId, group, now }: { serviceId: string; group: string; now: string },
): Promise<Adjacent> {
  const found = await findGroup(db, serviceId, group);
  if (!found) throw notFound();
  const ids = await listSeenIdsOfGroup(db, { serviceId, groupId: found.groupId, now });
  const at = ids.indexOf(postId);
  if (at < 0) throw notFound();
  const [before = '', after = ''] = [ids[at - 1], ids[at + 1]];
  const posts = await findAdjacentPosts(db, serviceId, [before, after]);
  return {
    previous: posts.get(before) ?? null,
    next: posts.get(after) ?? null,
    group: { slug: found.slug, label: found.label, position: at + 1, count: ids.length },
  };
}
