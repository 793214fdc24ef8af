import type { Transaction } from 'kysely';
import { postPath } from '#contract/page-paths.ts';
import type { WebhookPost } from '#contract/webhooks.ts';
import type { Tables } from '../database/tables.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { isAwaited, recordEvents, type WebhookEvent } from '../webhooks/index.ts';
import { findPost } from './post.repository.ts';
import { isVisible } from './post-state.ts';
import type { WholePost } from './stored-post.ts';

interface When {
  readonly clock: Clock;
  readonly serviceId: string;
}

/**
 * What a write has changed for readers, for webhooks. Whatever order things happen in, the events of a post tell a whole
 * story: it is published before it is updated, taken back or deleted, also if no tick has recorded yet that its time came.
 */
export async function tellOfWrite(
  trx: Transaction<Tables>,
  when: When,
  { former, post, isRetagged }: { former: WholePost | undefined; post: WholePost; isRetagged: boolean },
): Promise<void> {
  const now = toInstant(when.clock.now());
  const wasVisible = former !== undefined && isVisible(former, now);
  const isNowVisible = isVisible(post, now);
  const events = former ? unrecordedPublication(former, now) : [];
  if (isNowVisible && !wasVisible) events.push({ type: 'post.published', post: toEventPost(post, 'published') });
  if (wasVisible && !isNowVisible) events.push({ type: 'post.unpublished', post: toEventPost(former, 'unpublished') });
  if (wasVisible && isNowVisible && (isRetagged || looksOther(former, post))) {
    const formerSlug = former.slug === post.slug ? {} : { formerSlug: former.slug };
    events.push({ type: 'post.updated', post: { ...toEventPost(post, 'published'), ...formerSlug } });
  }
  await recordEvents(trx, when, events);
}

/** The same for a post that goes to the bin: one that readers have never met goes without a word. */
export async function tellOfDeletion(trx: Transaction<Tables>, when: When, post: WholePost): Promise<void> {
  const now = toInstant(when.clock.now());
  const isSeen = isVisible(post, now);
  if (!isSeen && post.status !== 'unpublished') return;
  const { title, ...rest } = toEventPost(post, 'deleted');
  const deleted = { ...rest, ...(isSeen && { title }) };
  await recordEvents(trx, when, [...unrecordedPublication(post, now), { type: 'post.deleted', post: deleted }]);
}

/** The same for posts that the clock has just recorded as published. */
export async function tellOfTick(trx: Transaction<Tables>, when: When, postIds: readonly string[]): Promise<void> {
  const { serviceId } = when;
  if (postIds.length === 0 || !(await isAwaited(trx, serviceId, 'post.published'))) return;
  for (const postId of postIds) {
    const post = await findPost(trx, serviceId, { postId });
    if (post) await recordEvents(trx, when, [{ type: 'post.published', post: toEventPost(post, 'published') }]);
  }
}

/** A reserved post whose time has come is told of by the tick; whoever changes it before that tells of it first. */
function unrecordedPublication(former: WholePost, now: string): WebhookEvent[] {
  const isUnrecorded = former.status === 'reserved' && isVisible(former, now);
  return isUnrecorded ? [{ type: 'post.published', post: toEventPost(former, 'published') }] : [];
}

function toEventPost(post: WholePost, status: WebhookPost['status']): WebhookPost {
  const { postId, serviceId, contentId, slug, title, isHiddenInList, categorySlug, publishAt, updatedAt } = post;
  const path = postPath(serviceId, slug);
  return { postId, contentId, slug, title, status, path, isHiddenInList, categorySlug, publishAt, updatedAt };
}

/** What of a post its readers can tell; its tags are looked at elsewhere. */
const SEEN = [
  'slug',
  'title',
  'label',
  'description',
  'author',
  'contentId',
  'bodyFormat',
  'body',
  'thumbnail',
  'images',
  'files',
  'links',
  'categoryId',
  'isHiddenInList',
  'publishAt',
  'effectiveAt',
] as const satisfies readonly (keyof WholePost)[];

function looksOther(former: WholePost, post: WholePost): boolean {
  return SEEN.some((name) => JSON.stringify(former[name]) !== JSON.stringify(post[name]));
}
