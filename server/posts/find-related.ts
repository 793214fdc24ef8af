import type { Db } from '../database/connect.ts';
import { notFound } from '../http/errors.ts';
import { listGroupsHolding } from '../post-groups/post-group.repository.ts';
import { listTagsOfPost } from '../tags/index.ts';
import { findPostPosition, listVisibleOfGroup } from './adjacent.repository.ts';
import { listPostsById } from './admin-post.repository.ts';
import type { Post } from './post.repository.ts';
import { isNewer } from './post-list.repository.ts';
import { isVisible } from './post-state.ts';
import { listSimilarPostIds } from './related.repository.ts';

const MAX_GROUPS = 3;
const MAX_TAGS = 10;

interface RelatedQuery {
  readonly serviceId: string;
  readonly slug: string;
  readonly count: number;
  readonly now: string;
}

/**
 * Posts of the same groups come first, except the neighbors there, which a page of the post shows anyway. A post hidden
 * in lists has no related posts.
 */
export async function findRelated(db: Db, { serviceId, slug, count, now }: RelatedQuery): Promise<Post[]> {
  const post = await findPostPosition(db, serviceId, slug);
  if (!post || !isVisible(post, now)) throw notFound();
  const { postId, categoryId, listedAt: before } = post;
  if (before === null) return [];
  const holding = (await listGroupsHolding(db, serviceId, postId)).slice(0, MAX_GROUPS);
  const groups = await Promise.all(holding.map(({ groupId }) => listVisibleOfGroup(db, { serviceId, groupId, now })));
  const excluded = new Set([postId, ...groups.flatMap((group) => neighborsOf(postId, group))]);
  const mates = groups.flat().toSorted((one, other) => (isNewer(one, other) ? -1 : 1));
  const tags = await listTagsOfPost(db, serviceId, postId);
  const tagIds = tags.slice(0, MAX_TAGS).map(({ tagId }) => tagId);
  const limit = count + excluded.size;
  const categoryIds = categoryId === null ? [] : [categoryId];
  const similar = await listSimilarPostIds(db, { serviceId, tagIds, categoryIds, before, limit });
  const related = new Set([...mates.map((mate) => mate.postId), ...similar]).difference(excluded);
  return listPostsById(db, serviceId, [...related].slice(0, count));
}

function neighborsOf(postId: string, group: readonly { readonly postId: string }[]): string[] {
  const at = group.findIndex((post) => post.postId === postId);
  return at < 0 ? [] : [group[at - 1], group[at + 1]].flatMap((neighbor) => neighbor?.postId ?? []);
}
