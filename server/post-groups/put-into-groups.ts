import { messages } from '#contract/errors.ts';
import { MAX_POSTS_OF_GROUP } from '#contract/post-groups.ts';
import type { PostGroupRow } from '../database/post-tables.ts';
import { raiseServiceRevision } from '../database/service-revision.ts';
import type { Transaction } from '../database/tables.ts';
import { badRequest, type HttpError } from '../http/errors.ts';
import type { WholePost } from '../posts/stored-post.ts';
import {
  appendPostsToGroup,
  countPostsOfGroups,
  listGroupsBySlug,
  listGroupsHolding,
  removePostFromGroup,
  updateGroup,
} from './post-group.repository.ts';

type GroupedPost = Pick<WholePost, 'serviceId' | 'postId'>;

/**
 * Appends the post to new groups and keeps its position in the others.
 * @throws {HttpError} when a group does not exist or is full
 */
export async function putIntoGroups(
  trx: Transaction,
  post: GroupedPost,
  slugs: readonly string[],
  now: string,
): Promise<void> {
  const { serviceId, postId } = post;
  const [requested, current] = [
    await listGroupsBySlug(trx, serviceId, slugs),
    await listGroupsHolding(trx, serviceId, postId),
  ];
  if (requested.length < slugs.length) throw groupsError(messages.groupMissing);
  const [removed, added] = [without(current, requested), without(requested, current)];
  if (removed.length + added.length > 0) await raiseServiceRevision(trx, serviceId);
  for (const group of removed) {
    await removePostFromGroup(trx, group, postId);
    await updateGroup(trx, group, { updatedAt: now });
  }
  const counts = await countPostsOfGroups(trx, serviceId, added);
  for (const group of added) {
    if ((counts.get(group.groupId) ?? 0) >= MAX_POSTS_OF_GROUP) throw groupsError(messages.groupFull);
    await appendPostsToGroup(trx, group, [postId]);
    await updateGroup(trx, group, { updatedAt: now });
  }
}

function without(groups: readonly PostGroupRow[], others: readonly PostGroupRow[]): PostGroupRow[] {
  const known = new Set(others.map(({ groupId }) => groupId));
  return groups.filter(({ groupId }) => !known.has(groupId));
}

function groupsError(message: string): HttpError {
  return badRequest(message, { errors: [{ field: 'groups', message }] });
}
