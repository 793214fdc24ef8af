import type { TagChoice } from '#contract/admin-posts.ts';
import type { BulkChange } from '#contract/bulk-posts.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { MAX_POSTS_OF_GROUP } from '#contract/post-groups.ts';
import { MAX_TAGS, type Tag } from '#contract/tags.ts';
import type { Transaction } from '../../database/tables.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import {
  appendPostsToGroup,
  findGroup,
  listPostIdsOfGroups,
  removePostFromGroup,
  updateGroup,
} from '../../post-groups/post-group.repository.ts';
import { moveToBin } from '../../post-history/bin/move-to-bin.ts';
import type { WholePost } from '../../posts/post.repository.ts';
import { changeState, type StatusWord } from '../../posts/post-state.ts';
import { findTag, listTagsById, listTagsOfPosts } from '../../tags/index.ts';
import { chooseTags, readCategoryId } from '../read-post-input.ts';
import { changePostIn, type Decide, type WriteTools } from '../write-post.ts';
import { type Former, findPositionInGroup } from './bulk-change.repository.ts';

interface Writer {
  readonly serviceId: string;
  readonly actor: string;
}

/**
 * Creates missing tags.
 * @throws {HttpError} when the change names something that does not exist
 */
export async function readStep(
  trx: Transaction,
  tools: WriteTools,
  writer: Writer,
  requested: BulkChange,
): Promise<Step> {
  const { serviceId } = writer;
  const changedBy = (decide: Decide, formerOf: FormerOf) => changeStep(trx, tools, writer, { decide, formerOf });
  switch (requested.action) {
    case 'publish':
    case 'unpublish':
      return changedBy(toStatus(requested.action), formerState);
    case 'delete':
      return deletionStep(trx, tools, writer);
    case 'move': {
      const categoryId = await readCategoryId(trx, serviceId, requested.category);
      return changedBy(async () => ({ columns: { categoryId } }), formerCategory);
    }
    case 'tag': {
      const known = await findTags(trx, serviceId, requested.tags);
      const tags = await chooseTags(trx, { clock: tools.clock, serviceId }, requested.tags);
      return tagStep(trx, tools, writer, { postIds: requested.postIds, retag: adding(tags, without(tags, known)) });
    }
    case 'untag': {
      const tags = await findTags(trx, serviceId, requested.tags);
      return tagStep(trx, tools, writer, { postIds: requested.postIds, retag: removing(tags) });
    }
    case 'group':
    case 'ungroup':
      return groupStep(trx, { clock: tools.clock, serviceId }, requested);
  }
}

type FormerOf = (post: WholePost) => Former;

const formerState: FormerOf = ({ status, publishAt, effectiveAt }) => ({
  kind: 'state',
  state: { status, publishAt, effectiveAt },
});

const formerCategory: FormerOf = ({ categoryId, categorySlug }) => ({
  kind: 'category',
  categoryId,
  slug: categorySlug,
});

function without(tags: readonly Tag[], others: readonly Tag[]): Tag[] {
  const known = new Set(others.map(({ tagId }) => tagId));
  return tags.filter(({ tagId }) => !known.has(tagId));
}

function changeStep(
  trx: Transaction,
  tools: WriteTools,
  { actor }: Writer,
  { decide, formerOf }: { readonly decide: Decide; readonly formerOf: FormerOf },
): Step {
  return async (post) => {
    const changed = await changePostIn(trx, tools, { post, actor }, decide);
    return changed.revision === post.revision ? { post: changed } : { post: changed, former: formerOf(post) };
  };
}

/** Ignores posts that have the status already; the request for a single post rejects them. */
function toStatus(status: StatusWord): Decide {
  return async (_trx, post, now) => ({ columns: changeState(post, { status }, now), kind: 'status' });
}

type Retag = (stored: readonly Tag[]) => { readonly tags: readonly Tag[]; readonly former: Former } | undefined;

async function tagStep(
  trx: Transaction,
  tools: WriteTools,
  { serviceId, actor }: Writer,
  { postIds, retag }: { readonly postIds: readonly string[]; readonly retag: Retag },
): Promise<Step> {
  const tagsOf = await listTagsOfPosts(trx, serviceId, postIds);
  return async (post) => {
    const { tags, former } = retag(tagsOf.get(post.postId) ?? []) ?? {};
    const changed = await changePostIn(trx, tools, { post, actor }, async () => ({ columns: {}, tags }));
    return { post: changed, ...(former && { former }) };
  };
}

function adding(tags: readonly Tag[], created: readonly Tag[]): Retag {
  const madeTagIds = created.map(({ tagId }) => tagId);
  return (stored) => {
    const added = without(tags, stored);
    if (added.length === 0) return undefined;
    if (stored.length + added.length > MAX_TAGS) throw badRequest(messages.tooManyTags);
    const tagIds = added.map(({ tagId }) => tagId);
    return { tags: [...stored, ...added], former: { kind: 'tagged', tagIds, madeTagIds } };
  };
}

function removing(unwanted: readonly Tag[]): Retag {
  return (stored) => {
    const remaining = without(stored, unwanted);
    if (remaining.length === stored.length) return undefined;
    const tags = without(stored, remaining).map(({ tagId, label }) => ({ tagId, label }));
    return { tags: remaining, former: { kind: 'untagged', tags } };
  };
}

/** Returns existing tags only, because no post has the others. */
async function findTags(trx: Transaction, serviceId: string, choices: readonly TagChoice[]): Promise<Tag[]> {
  const ids = choices.flatMap((choice) => ('tagId' in choice ? [choice.tagId] : []));
  const labels = choices.flatMap((choice) => ('label' in choice ? [choice.label] : []));
  const found = await listTagsById(trx, serviceId, ids);
  for (const label of labels) {
    const tag = await findTag(trx, serviceId, label);
    if (tag) found.push(tag);
  }
  return found;
}

function deletionStep(trx: Transaction, { clock }: WriteTools, { serviceId, actor }: Writer): Step {
  return async (post) => {
    if (!(await moveToBin(trx, { clock, serviceId, postId: post.postId, actor }))) throw notFound();
    return { post, former: { kind: 'deleted' } };
  };
}

type GroupRequest = Extract<BulkChange, { group: string }>;

/** Posts already in the group keep their position. */
async function groupStep(
  trx: Transaction,
  { clock, serviceId }: { readonly clock: Clock; readonly serviceId: string },
  { action, group: slug, postIds }: GroupRequest,
): Promise<Step> {
  const group = await findGroup(trx, serviceId, slug);
  if (!group) {
    const errors = [{ field: 'group', message: fieldMessages.invalid }];
    throw badRequest(messages.groupMissing, { errors });
  }
  const { groupId } = group;
  const memberIds = new Set((await listPostIdsOfGroups(trx, serviceId, [group])).get(groupId));
  const isAdding = action === 'group';
  if (postIds.some((postId) => memberIds.has(postId) !== isAdding)) {
    await updateGroup(trx, group, { updatedAt: toInstant(clock.now()) });
  }
  return async (post) => {
    const { postId } = post;
    if (memberIds.has(postId) === isAdding) return { post };
    if (!isAdding) {
      const position = (await findPositionInGroup(trx, group, postId)) ?? 0;
      await removePostFromGroup(trx, group, postId);
      return { post, former: { kind: 'ungrouped', groupId, position } };
    }
    if (memberIds.size >= MAX_POSTS_OF_GROUP) throw badRequest(messages.groupFull);
    await appendPostsToGroup(trx, group, [postId]);
    memberIds.add(postId);
    return { post, former: { kind: 'grouped', groupId } };
  };
}

export type Step = (post: WholePost) => Promise<{ readonly post: WholePost; readonly former?: Former }>;
