import { isDeepStrictEqual } from 'node:util';
import { isForReaders } from '#contract/post-status.ts';
import type { Tag } from '#contract/tags.ts';
import { raiseRevisionOfPages, raiseServiceRevision, threadName } from '../database/service-revision.ts';
import type { Transaction } from '../database/tables.ts';
import { listGroupsHolding } from '../post-groups/post-group.repository.ts';
import { listTagsOfPost, listUsedTagIds } from '../tags/index.ts';
import { findAdjacentPosts, findNeighborsInTime, listVisibleIdsOfGroup } from './adjacent.repository.ts';
import type { WholePost } from './post.repository.ts';
import { listSlugsOfSimilarPosts } from './related.repository.ts';

interface PostChange {
  readonly former: WholePost | undefined;
  readonly post: WholePost;
  /** Undefined when the save did not touch the tags. */
  readonly formerTags?: readonly Tag[] | undefined;
  readonly now: string;
}

/** Fields of a post that lists of related posts depend on, besides its tags. */
const LISTED_FIELDS = [
  'slug',
  'title',
  'thumbnail',
  'publishAt',
  'effectiveAt',
  'isHiddenInList',
  'categoryId',
] as const;

/** Fields that the pages of its neighbors, of related posts and of its comment thread depend on. */
const SHARED_FIELDS = [...LISTED_FIELDS, 'status', 'contentId'] as const;

/** A longer list of pages costs more than rendering the rest of the service again. */
const MAX_PAGES = 50;

/**
 * Drops the cached responses that a save of one post changes: always the lists, and of the pages
 * - those of the post and of its neighbors in time and in its groups, which link to it,
 * - those of newer posts in its category and with its tags, which may name it as related,
 * - those that show its comment thread, which is hidden with it,
 * - all of the service if the menu changes, which names tags and groups that have listed posts.
 * Creating tags and changing groups drop more on their own.
 */
export async function dropChangedResponses(trx: Transaction, change: PostChange): Promise<void> {
  const { post } = change;
  if (!isVisibleChange(change)) return;
  const pages = await changedPages(trx, change);
  if (pages) await raiseRevisionOfPages(trx, post.serviceId, pages);
  else await raiseServiceRevision(trx, post.serviceId);
}

/** Scheduled posts count as visible. A draft can take the thread of another content ID, which hides the comments. */
function isVisibleChange({ former, post }: PostChange): boolean {
  const isPublic = isForReaders(post.status) || (former !== undefined && isForReaders(former.status));
  return isPublic || post.contentId !== (former?.contentId ?? post.postId);
}

async function changedPages(trx: Transaction, change: PostChange): Promise<string[] | undefined> {
  const { former, post, formerTags, now } = change;
  const isSame = isEqualIn(SHARED_FIELDS, change);
  if (isSame && !formerTags) return [post.slug];
  const tags = await listTagsOfPost(trx, post.serviceId, post.postId);
  const tagIds = { former: idsOf(formerTags ?? tags), present: idsOf(tags) };
  const isSameInLists =
    isEqualIn(LISTED_FIELDS, change) && tagIds.former.symmetricDifference(tagIds.present).size === 0;
  if (isSame && isSameInLists) return [post.slug];
  if (await isTagMenuChanged(trx, change, tagIds)) return undefined;
  const versions = former ? [former, post] : [post];
  const similar = isSameInLists ? [] : await listSlugsOfSimilar(trx, change, tagIds);
  if (similar.length > MAX_PAGES) return undefined;
  const grouped = await listGroupMates(trx, change);
  if (!grouped) return undefined;
  const neighbors = await Promise.all(
    versions.map(async ({ serviceId, postId, ...version }) => {
      const listedAt = listedAtOf(version);
      return listedAt === null
        ? []
        : Object.values(await findNeighborsInTime(trx, { serviceId, listedAt, postId, now }));
    }),
  );
  const slugs = [...versions, ...grouped, ...neighbors.flat()].flatMap((other) => other?.slug ?? []);
  return [...new Set([...slugs, ...similar, ...versions.map(({ contentId }) => threadName(contentId))])];
}

function isEqualIn(fields: readonly (keyof WholePost)[], { former, post }: PostChange): boolean {
  return former !== undefined && fields.every((field) => isDeepStrictEqual(former[field], post[field]));
}

async function listSlugsOfSimilar(trx: Transaction, { former, post }: PostChange, tagIds: TagIds): Promise<string[]> {
  const versions = [former ?? post, post];
  const [after] = versions.flatMap((version) => listedAtOf(version) ?? []).toSorted();
  if (after === undefined) return [];
  return listSlugsOfSimilarPosts(trx, {
    serviceId: post.serviceId,
    tagIds: [...tagIds.former.union(tagIds.present)],
    categoryIds: [...new Set(versions.flatMap(({ categoryId }) => categoryId ?? []))],
    after,
    limit: MAX_PAGES + 1,
  });
}

/** Returns undefined when there are too many, or when the group appears in the menu or leaves it. */
async function listGroupMates(trx: Transaction, change: PostChange): Promise<{ slug: string }[] | undefined> {
  const { post, now } = change;
  const { serviceId, postId } = post;
  const mates = new Set<string>();
  for (const { groupId } of await listGroupsHolding(trx, serviceId, postId)) {
    const others = (await listVisibleIdsOfGroup(trx, { serviceId, groupId, now })).filter((id) => id !== postId);
    if (others.length === 0 && isListed(change.former, now) !== isListed(post, now)) return undefined;
    for (const other of others) mates.add(other);
  }
  if (mates.size > MAX_PAGES) return undefined;
  return [...(await findAdjacentPosts(trx, serviceId, [...mates])).values()];
}

interface TagIds {
  readonly former: ReadonlySet<string>;
  readonly present: ReadonlySet<string>;
}

/** A tag appears in the menu with its first listed post and leaves it with the last. */
async function isTagMenuChanged(trx: Transaction, change: PostChange, tagIds: TagIds): Promise<boolean> {
  const { former, post, now } = change;
  const before = isListed(former, now) ? tagIds.former : new Set<string>();
  const after = isListed(post, now) ? tagIds.present : new Set<string>();
  const changed = [...before.symmetricDifference(after)];
  const { serviceId, postId } = post;
  const used = await listUsedTagIds(trx, { serviceId, tagIds: changed, exceptPostId: postId, now });
  return used.length < changed.length;
}

function idsOf(tags: readonly { readonly tagId: string }[]): Set<string> {
  return new Set(tags.map(({ tagId }) => tagId));
}

function isListed(post: WholePost | undefined, now: string): boolean {
  const listedAt = post ? listedAtOf(post) : null;
  return listedAt !== null && listedAt <= now;
}

function listedAtOf({ isHiddenInList, effectiveAt }: Pick<WholePost, 'isHiddenInList' | 'effectiveAt'>): string | null {
  return isHiddenInList ? null : effectiveAt;
}
