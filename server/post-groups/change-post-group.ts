import type { z } from 'zod';
import { fieldMessages, messages } from '#contract/errors.ts';
import {
  type AdminPostGroup,
  type GroupCreation,
  type GroupUpdate,
  MAX_POSTS_OF_GROUP,
} from '#contract/post-groups.ts';
import { MAX_GROUPS } from '#contract/posts.ts';
import type { PostGroupRow } from '../database/post-tables.ts';
import { raiseServiceRevision } from '../database/service-revision.ts';
import type { Transaction } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { badRequest, conflict, type HttpError, invalid, notFound, requireRevision } from '../http/errors.ts';
import { toInstant } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import type { WriteTools } from '../post-editing/write-post.ts';
import type { WholePost } from '../posts/post.repository.ts';
import { getGroup, listPostIdsOfGroup, presentGroup } from './post-group.presenter.ts';
import {
  appendPostsToGroup,
  countGroups,
  countPostsOfGroups,
  deleteGroupRow,
  findGroup,
  insertGroup,
  listGroupsBySlug,
  listGroupsHolding,
  listKnownPostIds,
  removePostFromGroup,
  replacePostsOfGroup,
  updateGroup,
} from './post-group.repository.ts';

type GroupTools = Pick<WriteTools, 'database' | 'clock'>;

interface NamedGroup {
  readonly serviceId: string;
  readonly slug: string;
}

export async function createGroup(
  { database, clock }: GroupTools,
  serviceId: string,
  { slug, label, postIds }: z.output<typeof GroupCreation>,
): Promise<AdminPostGroup> {
  return writeTransaction(database.writer, async (trx) => {
    await raiseServiceRevision(trx, serviceId);
    if (await findGroup(trx, serviceId, slug)) {
      const errors = [{ field: 'slug', message: fieldMessages.taken }];
      throw badRequest(messages.groupSlugTaken, { errors });
    }
    if ((await countGroups(trx, serviceId)) >= MAX_GROUPS) throw badRequest(messages.tooManyGroups);
    await rejectUnknownPosts(trx, serviceId, postIds ?? []);
    return presentGroup(
      trx,
      await insertGroupOfPosts(trx, { clock }, { serviceId, slug, label, postIds: postIds ?? [] }),
    );
  });
}

export async function insertGroupOfPosts(
  trx: Transaction,
  { clock }: Pick<GroupTools, 'clock'>,
  { postIds, ...named }: NamedGroup & { readonly label: string; readonly postIds: readonly string[] },
): Promise<PostGroupRow> {
  const now = clock.now();
  const createdAt = toInstant(now);
  const group = { ...named, groupId: newId(now), revision: 1, createdAt, updatedAt: createdAt };
  await insertGroup(trx, group);
  await replacePostsOfGroup(trx, group, postIds);
  return group;
}

export async function changeGroup(
  tools: GroupTools,
  named: NamedGroup,
  { slug, label, postIds, formerPostIds, revision }: GroupUpdate,
): Promise<AdminPostGroup> {
  if (slug === undefined && label === undefined && postIds === undefined) throw badRequest(messages.dataEmpty);
  if (slug !== undefined && slug !== named.slug) throw invalid({ slug: fieldMessages.invalid });
  return inGroup(tools, named, async (trx, group, stored) => {
    await requireRevision(revision, () => presentGroup(trx, group));
    if (formerPostIds !== undefined && formerPostIds.join() !== stored.join()) {
      throw conflict(messages.staleRevision, { current: await presentGroup(trx, group) });
    }
    const isReordered = postIds !== undefined && postIds.join() !== stored.join();
    if (isReordered) {
      await rejectUnknownPosts(trx, group.serviceId, postIds);
      await replacePostsOfGroup(trx, group, postIds);
    }
    const isRenamed = label !== undefined && label !== group.label;
    return isReordered || isRenamed ? { label: label ?? group.label } : undefined;
  });
}

export async function registerPost(
  tools: GroupTools,
  named: NamedGroup,
  { postId, isRegister }: { readonly postId: string; readonly isRegister: boolean },
): Promise<string[]> {
  const { postIds } = await inGroup(tools, named, async (trx, group, stored) => {
    const known = await listKnownPostIds(trx, group.serviceId, [postId]);
    if (!known.has(postId)) throw notFound(messages.postMissing);
    if (isRegister === stored.includes(postId)) {
      throw badRequest(isRegister ? messages.alreadyRegistered : messages.alreadyUnregistered);
    }
    if (isRegister) await appendToGroup(trx, group, { stored, added: [postId] });
    else await removePostFromGroup(trx, group, postId);
    return {};
  });
  return postIds;
}

export async function deleteGroup({ database }: GroupTools, { serviceId, slug }: NamedGroup): Promise<void> {
  await writeTransaction(database.writer, async (trx) => {
    await raiseServiceRevision(trx, serviceId);
    await deleteGroupRow(trx, await getGroup(trx, serviceId, slug));
  });
}

type GroupChange = { readonly label?: string } | undefined;

async function inGroup(
  { database, clock }: GroupTools,
  { serviceId, slug }: NamedGroup,
  decide: (trx: Transaction, group: PostGroupRow, postIds: readonly string[]) => Promise<GroupChange>,
): Promise<AdminPostGroup> {
  return writeTransaction(database.writer, async (trx) => {
    await raiseServiceRevision(trx, serviceId);
    const group = await getGroup(trx, serviceId, slug);
    const change = await decide(trx, group, await listPostIdsOfGroup(trx, group));
    if (change) await updateGroup(trx, group, { ...change, updatedAt: toInstant(clock.now()) });
    return presentGroup(trx, await getGroup(trx, serviceId, slug));
  });
}

async function appendToGroup(
  trx: Transaction,
  group: PostGroupRow,
  { stored, added }: { stored: readonly string[]; added: readonly string[] },
): Promise<void> {
  if (stored.length + added.length > MAX_POSTS_OF_GROUP) throw badRequest(messages.groupFull);
  await appendPostsToGroup(trx, group, added);
}

async function rejectUnknownPosts(trx: Transaction, serviceId: string, postIds: readonly string[]): Promise<void> {
  const known = await listKnownPostIds(trx, serviceId, postIds);
  if (known.size < postIds.length) throw invalid({ postIds: fieldMessages.invalid });
}

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
  const requested = await listGroupsBySlug(trx, serviceId, slugs);
  const current = await listGroupsHolding(trx, serviceId, postId);
  if (requested.length < slugs.length) throw groupsError(messages.groupMissing);
  const removed = without(current, requested);
  const added = without(requested, current);
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
