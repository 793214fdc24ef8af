import type { ResponseOf } from '#contract/endpoint.ts';
import type { postApi } from '#contract/posts.ts';
import type { Db } from '../database/connect.ts';
import { notFound } from '../http/errors.ts';
import { findGroup } from '../post-groups/post-group.repository.ts';
import {
  findAdjacentPosts,
  findNeighboursInTime,
  findPostPosition,
  listVisibleIdsOfGroup,
  type PostPosition,
} from './adjacent.repository.ts';
import { isVisible } from './post-state.ts';

type Adjacent = ResponseOf<typeof postApi.adjacent>;

interface AdjacentQuery {
  readonly serviceId: string;
  readonly slug: string;
  readonly group?: string | undefined;
  readonly now: string;
}

/** A post hidden in lists has no neighbors in time order. */
export async function findAdjacent(db: Db, { serviceId, slug, group, now }: AdjacentQuery): Promise<Adjacent> {
  const post = await findPostPosition(db, serviceId, slug);
  if (!post || !isVisible(post, now)) throw notFound();
  if (group !== undefined) return inGroup(db, post, { serviceId, group, now });
  const { postId, listedAt } = post;
  if (listedAt === null) return { previous: null, next: null };
  return findNeighboursInTime(db, { serviceId, listedAt, postId, now });
}

async function inGroup(
  db: Db,
  { postId }: PostPosition,
  { serviceId, group, now }: { serviceId: string; group: string; now: string },
): Promise<Adjacent> {
  const found = await findGroup(db, serviceId, group);
  if (!found) throw notFound();
  const ids = await listVisibleIdsOfGroup(db, { serviceId, groupId: found.groupId, now });
  const at = ids.indexOf(postId);
  if (at < 0) throw notFound();
  const before = ids[at - 1] ?? '';
  const after = ids[at + 1] ?? '';
  const posts = await findAdjacentPosts(db, serviceId, [before, after]);
  return {
    previous: posts.get(before) ?? null,
    next: posts.get(after) ?? null,
    group: { slug: found.slug, label: found.label, position: at + 1, count: ids.length },
  };
}
