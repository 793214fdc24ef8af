import type { ResponseOf } from '#contract/endpoint.ts';
import type { postApi } from '#contract/posts.ts';
import type { Db } from '../../database/connect.ts';
import { notFound } from '../../platform/errors.ts';
import { findGroup } from '../groups/post-group.repository.ts';
import { isVisible } from '../post-state.ts';
import {
  findAdjacentPosts,
  findNeighboursInTime,
  findPostPlace,
  listSeenIdsOfGroup,
  type PostPlace,
} from './adjacent.repository.ts';

type Adjacent = ResponseOf<typeof postApi.adjacent>;

interface Question {
  readonly serviceId: string;
  readonly slug: string;
  /** The slug of a group, in whose order the neighbours are to be. */
  readonly group?: string | undefined;
  readonly now: string;
}

/**
 * What readers find right before and after a post. A post that lists leave out has no neighbours in time.
 * @throws {Refusal} where readers see no such post, or not in that group.
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
