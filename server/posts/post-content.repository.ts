import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { listPostsById } from './admin-post.repository.ts';
import type { Post } from './post.repository.ts';
import { currentState } from './post-state.ts';

/** Clients use `POSTID` or `post-POSTID` as content id, whatever content id the post has. */
const ID_OF_POST = /^(?:post-)?([0-9a-z]{26})$/;

type PostOfContent = Pick<Post, 'postId' | 'slug' | 'title' | 'excerpt' | 'status'> & { readonly contentId: string };

export async function listPostsOfContents(
  db: Db,
  { serviceId, contentIds, now }: { serviceId: string; contentIds: readonly string[]; now: string },
): Promise<PostOfContent[]> {
  const named = await listPostIdsOfContents(db, serviceId, contentIds);
  const postIds = new Map(named.map(({ contentId, postId }) => [contentId, postId]));
  for (const contentId of contentIds) {
    const postId = ID_OF_POST.exec(contentId)?.[1];
    if (postId !== undefined && !postIds.has(contentId)) postIds.set(contentId, postId);
  }
  const posts = await listPostsById(db, serviceId, [...new Set(postIds.values())]);
  const byId = new Map(posts.map((post) => [post.postId, post]));
  return [...postIds].flatMap(([contentId, postId]) => {
    const post = byId.get(postId);
    if (!post) return [];
    const { slug, title, excerpt } = post;
    return [{ contentId, postId, slug, title, excerpt, status: currentState(post, now).status }];
  });
}

export async function listHiddenContents(
  db: Db,
  { serviceId, contentIds, now }: { serviceId: string; contentIds: readonly string[]; now: string },
): Promise<ReadonlySet<string>> {
  const idOfPost = (contentId: string) => ID_OF_POST.exec(contentId)?.[1] ?? contentId;
  const candidateIds = [...new Set(contentIds.flatMap((contentId) => [contentId, idOfPost(contentId)]))];
  const known = await listContentsOfPosts(db, { serviceId, contentIds: candidateIds, now });
  const visible = new Map(known.map(({ contentId, isVisible }) => [contentId, isVisible]));
  return new Set(contentIds.filter((id) => (visible.get(id) ?? visible.get(idOfPost(id))) === false));
}

/** When several posts share a content id, the oldest counts. */
async function listPostIdsOfContents(
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

async function listContentsOfPosts(
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
