import { setImmediate } from 'node:timers/promises';
import type { BulkUndone } from '#contract/bulk-posts.ts';
import { messages } from '#contract/errors.ts';
import { MAX_POSTS_OF_GROUP } from '#contract/post-groups.ts';
import type { Db } from '../../database/connect.ts';
import type { PostGroupRow } from '../../database/post-tables.ts';
import { raiseServiceRevision } from '../../database/service-revision.ts';
import type { PostRow, Transaction } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { badRequest, conflict, type HttpError, notFound } from '../../http/errors.ts';
import { toInstant } from '../../platform/clock.ts';
import { listPostIdsOfGroups, removePostFromGroup, updateGroup } from '../../post-groups/post-group.repository.ts';
import { listBinnedPostsById } from '../../post-history/bin/bin.repository.ts';
import { rerenderIfOutdated, restoreBinnedPost } from '../../post-history/bin/restore-from-bin.ts';
import { restoreCategory, restoreTags } from '../../post-history/restore-references.ts';
import { indexPosts } from '../../post-search/index.ts';
import { findPost, type WholePost } from '../../posts/post.repository.ts';
import { currentState } from '../../posts/post-state.ts';
import type { Renderer } from '../../rendering/index.ts';
import { deleteUnusedTags, listTagsOfPost } from '../../tags/index.ts';
import { changePostIn, type Decide, type WriteTools } from '../write-post.ts';
import { attempt, type BulkActor, type BulkTools, recordBulk, toItem, undoableSince } from './apply-bulk-change.ts';
import {
  type Former,
  type FormerPost,
  findBulkChange,
  findGroupById,
  findPositionInGroup,
  insertAtPosition,
  type StoredChange,
  takeBulkChange,
} from './bulk-change.repository.ts';

type Tools = Omit<WriteTools, 'database'>;

interface Context {
  readonly serviceId: string;
  readonly actor: string;
  readonly derived: Partial<PostRow> | undefined;
}

type OfKind<Kind extends Former['kind']> = Extract<Former, { kind: Kind }>;

/** All checks come before the first write, because a failure does not roll back. */
async function undoPostChange(
  trx: Transaction,
  tools: Tools,
  { serviceId, actor, derived }: Context,
  { postId, revision, former }: FormerPost,
): Promise<WholePost> {
  if (former.kind === 'deleted') {
    const restore = { serviceId, postId, actor, slug: undefined, derived, revision, isIndexedLater: true };
    return (await restoreBinnedPost(trx, tools, restore)).post;
  }
  const post = await findPost(trx, serviceId, { postId });
  if (!post) throw notFound();
  if (former.kind === 'grouped' || former.kind === 'ungrouped') return regroup(trx, tools, post, former);
  if (post.revision !== revision) throw changedSinceError();
  return changePostIn(trx, tools, { post, actor }, decisionFor(former, tools));
}

function decisionFor(former: OfKind<'state' | 'category' | 'tagged' | 'untagged'>, { clock }: Tools): Decide {
  switch (former.kind) {
    case 'state':
      return async (_trx, _post, now) => ({ columns: currentState(former.state, now), kind: 'status' });
    case 'category':
      return async (trx, { serviceId }) => {
        const { categoryId: id, slug } = former;
        const { columns, missing } = await restoreCategory(trx, serviceId, { id, slug });
        if (missing.length > 0) throw badRequest(messages.categoryMissing);
        return { columns, kind: 'restored' };
      };
    case 'tagged':
      return async (trx, { serviceId, postId }) => {
        const added = new Set(former.tagIds);
        const tags = await listTagsOfPost(trx, serviceId, postId);
        const remaining = tags.filter(({ tagId }) => !added.has(tagId));
        // Merging tags changes posts without a new revision, so the revision check does not notice it.
        if (remaining.length === tags.length) throw changedSinceError();
        return { columns: {}, tags: remaining, kind: 'restored' };
      };
    case 'untagged':
      return async (trx, { serviceId, postId }) => {
        const tags = await listTagsOfPost(trx, serviceId, postId);
        const back = await restoreTags(trx, { clock, serviceId }, former.tags);
        const all = new Map([...tags, ...back].map((tag) => [tag.tagId, tag]));
        return { columns: {}, tags: [...all.values()], kind: 'restored' };
      };
  }
}

async function regroup(
  trx: Transaction,
  { clock }: Tools,
  post: WholePost,
  former: OfKind<'grouped' | 'ungrouped'>,
): Promise<WholePost> {
  const { serviceId, postId } = post;
  const group = await findGroupById(trx, serviceId, former.groupId);
  if (!group) throw badRequest(messages.groupMissing);
  const isMember = (await findPositionInGroup(trx, group, postId)) !== undefined;
  if (isMember !== (former.kind === 'grouped')) throw changedSinceError();
  if (former.kind === 'grouped') await removePostFromGroup(trx, group, postId);
  else await reinsertIntoGroup(trx, group, { postId, position: former.position });
  await updateGroup(trx, group, { updatedAt: toInstant(clock.now()) });
  return post;
}

async function reinsertIntoGroup(
  trx: Transaction,
  group: PostGroupRow,
  entry: { readonly postId: string; readonly position: number },
): Promise<void> {
  const memberIds = (await listPostIdsOfGroups(trx, group.serviceId, [group])).get(group.groupId) ?? [];
  if (memberIds.length >= MAX_POSTS_OF_GROUP) throw badRequest(messages.groupFull);
  await insertAtPosition(trx, group, entry);
}

function changedSinceError(): HttpError {
  return conflict(messages.staleRevision);
}

/**
 * Skips posts that changed since and posts whose former category or group was deleted.
 * @throws {HttpError} when the change does not exist, belongs to another account, expired, or was undone already
 */
export async function undoChange(
  { renderer, ...tools }: BulkTools & { readonly renderer: Renderer },
  by: BulkActor,
  undoId: string,
): Promise<BulkUndone> {
  const { serviceId, actor } = by;
  const { username } = actor;
  const key = { serviceId, username, changeId: undoId, madeSince: undoableSince(tools.clock) };
  const seen = await findBulkChange(tools.database.reader, key);
  if (!seen) throw notFound();
  const derived = await rerenderedTexts(tools.database.reader, renderer, seen);
  return writeTransaction(tools.database.writer, async (trx) => {
    await raiseServiceRevision(trx, serviceId);
    const change = await takeBulkChange(trx, key);
    if (!change) throw notFound();
    const done: BulkUndone = { items: [], leftOut: [] };
    // Reverses the order, so that posts with equal positions in a group regain their former order.
    for (const former of change.posts.toReversed()) {
      await setImmediate();
      const { postId, title } = former;
      const context = { serviceId, actor: username, derived: derived.get(postId) };
      const outcome = await attempt(() => undoPostChange(trx, tools, context, former));
      if (typeof outcome === 'string') done.leftOut.unshift({ postId, title, message: outcome });
      else done.items.unshift(toItem(outcome, tools.clock));
    }
    if (change.action === 'delete') await indexRestored(trx, serviceId, done.items);
    await deleteUnusedTags(trx, serviceId, tagsCreatedFor(change));
    const details = { change: change.action, changed: done.items.length, unchanged: done.leftOut.length };
    await recordBulk(trx, tools, by, { action: 'posts-changed-back', details });
    return done;
  });
}

async function indexRestored(trx: Transaction, serviceId: string, restored: BulkUndone['items']): Promise<void> {
  for (const postIds of batchesOf(restored)) await indexPosts(trx, serviceId, postIds);
}

/** Limits the number of bodies in memory. */
const BATCH = 20;

function batchesOf(posts: readonly { readonly postId: string }[]): string[][] {
  const ids = posts.map(({ postId }) => postId);
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, at) => ids.slice(at * BATCH, (at + 1) * BATCH));
}

function tagsCreatedFor({ posts }: StoredChange): string[] {
  return [...new Set(posts.flatMap(({ former }) => (former.kind === 'tagged' ? former.madeTagIds : [])))];
}

async function rerenderedTexts(
  reader: Db,
  renderer: Renderer,
  { serviceId, posts }: StoredChange,
): Promise<ReadonlyMap<string, Partial<PostRow>>> {
  const rerendered = new Map<string, Partial<PostRow>>();
  const deleted = posts.filter(({ former }) => former.kind === 'deleted');
  for (const postIds of batchesOf(deleted)) {
    for (const { postId, content } of await listBinnedPostsById(reader, serviceId, postIds)) {
      const derived = await rerenderIfOutdated(renderer, content.row);
      if (derived) rerendered.set(postId, derived);
    }
  }
  return rerendered;
}
