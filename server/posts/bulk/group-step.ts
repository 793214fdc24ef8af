import type { Transaction } from 'kysely';
import type { BulkChange } from '#contract/bulk-posts.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { MAX_POSTS_OF_GROUP } from '#contract/post-groups.ts';
import type { Tables } from '../../database/tables.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { badRequest } from '../../platform/errors.ts';
import {
  appendPostsToGroup,
  findGroup,
  listPostIdsOfGroups,
  removePostFromGroup,
  updateGroup,
} from '../groups/post-group.repository.ts';
import { findPlaceInGroup } from './bulk-change.repository.ts';
import type { Step } from './step.ts';

type GroupRequest = Extract<BulkChange, { group: string }>;

/**
 * Appends posts to a group or removes them. Posts already in the group keep their position.
 * @throws {HttpError} when the group does not exist; the step also throws when the group is full
 */
export async function groupStep(
  trx: Transaction<Tables>,
  { clock, serviceId }: { readonly clock: Clock; readonly serviceId: string },
  { action, group: slug, postIds }: GroupRequest,
): Promise<Step> {
  const group = await findGroup(trx, serviceId, slug);
  if (!group) {
    const errors = [{ field: 'group', message: fieldMessages.invalid }];
    throw badRequest(messages.groupMissing, { errors });
  }
  const { groupId } = group;
  const held = new Set((await listPostIdsOfGroups(trx, serviceId, [group])).get(groupId));
  const isWanted = action === 'group';
  if (postIds.some((postId) => held.has(postId) !== isWanted)) {
    await updateGroup(trx, group, { updatedAt: toInstant(clock.now()) });
  }
  return async (post) => {
    const { postId } = post;
    if (held.has(postId) === isWanted) return { post };
    if (!isWanted) {
      const position = (await findPlaceInGroup(trx, group, postId)) ?? 0;
      await removePostFromGroup(trx, group, postId);
      return { post, former: { kind: 'ungrouped', groupId, position } };
    }
    if (held.size >= MAX_POSTS_OF_GROUP) throw badRequest(messages.groupFull);
    await appendPostsToGroup(trx, group, [postId]);
    held.add(postId);
    return { post, former: { kind: 'grouped', groupId } };
  };
}
