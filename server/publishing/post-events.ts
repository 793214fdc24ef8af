import { postPath } from '#contract/page-paths.ts';
import type { WebhookPost } from '#contract/webhooks.ts';
import type { Transaction } from '../database/tables.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { findPost, type WholePost } from '../posts/post.repository.ts';
import { isVisible } from '../posts/post-state.ts';
import { listPublicTranslations } from '../translations/public-translations.ts';
import { isSubscribed, recordEvents, type WebhookEvent } from '../webhooks/index.ts';

interface When {
  readonly clock: Clock;
  readonly serviceId: string;
}

/**
 * Events of a post are always in order: published comes before updated, unpublished and deleted, even when no tick has
 * recorded the publication yet.
 */
export async function recordChangeEvents(
  trx: Transaction,
  when: When,
  { former, post, isRetagged }: { former: WholePost | undefined; post: WholePost; isRetagged: boolean },
): Promise<void> {
  const now = toInstant(when.clock.now());
  const wasVisible = former !== undefined && isVisible(former, now);
  const isNowVisible = isVisible(post, now);
  const events = former ? unrecordedPublication(former, now) : [];
  if (isNowVisible && !wasVisible) events.push({ type: 'post.published', post: toEventPost(post, 'published') });
  if (wasVisible && !isNowVisible) events.push({ type: 'post.unpublished', post: toEventPost(former, 'unpublished') });
  if (wasVisible && isNowVisible && (isRetagged || isVisiblyChanged(former, post))) {
    const formerSlug = former.slug === post.slug ? {} : { formerSlug: former.slug };
    events.push({ type: 'post.updated', post: { ...toEventPost(post, 'published'), ...formerSlug } });
  }
  await recordPostEvents(trx, when, events);
}

export async function recordDeletionEvents(trx: Transaction, when: When, post: WholePost): Promise<void> {
  const now = toInstant(when.clock.now());
  const wasVisible = isVisible(post, now);
  if (!wasVisible && post.status !== 'unpublished') return;
  const { title, ...rest } = toEventPost(post, 'deleted');
  const deleted = { ...rest, ...(wasVisible && { title }) };
  await recordPostEvents(trx, when, [...unrecordedPublication(post, now), { type: 'post.deleted', post: deleted }]);
}

export async function recordPublicationEvents(trx: Transaction, when: When, postIds: readonly string[]): Promise<void> {
  const { serviceId } = when;
  if (postIds.length === 0 || !(await isSubscribed(trx, serviceId, 'post.published'))) return;
  for (const postId of postIds) {
    const post = await findPost(trx, serviceId, { postId });
    if (post) await recordPostEvents(trx, when, [{ type: 'post.published', post: toEventPost(post, 'published') }]);
  }
}

/** Records that the links of published posts to their translations changed. */
export async function recordLinkEvents(
  trx: Transaction,
  clock: Clock,
  posts: readonly { readonly serviceId: string; readonly postId: string }[],
): Promise<void> {
  const now = toInstant(clock.now());
  for (const { serviceId, postId } of posts) {
    const post = await findPost(trx, serviceId, { postId });
    if (!post || !isVisible(post, now)) continue;
    await recordPostEvents(trx, { clock, serviceId }, [{ type: 'post.updated', post: toEventPost(post, 'published') }]);
  }
}

async function recordPostEvents(trx: Transaction, when: When, events: readonly WebhookEvent[]): Promise<void> {
  const { clock, serviceId } = when;
  await recordEvents(trx, when, events, async (post) => {
    const { postId } = post;
    const others = await listPublicTranslations(trx, { serviceId, postId }, toInstant(clock.now()));
    if (others.length === 0) return post;
    const translations = others.map(({ language, serviceId, slug }) => ({
      language,
      serviceId,
      path: postPath(serviceId, slug),
    }));
    return { ...post, translations };
  });
}

function unrecordedPublication(former: WholePost, now: string): WebhookEvent[] {
  const isUnrecorded = former.status === 'reserved' && isVisible(former, now);
  return isUnrecorded ? [{ type: 'post.published', post: toEventPost(former, 'published') }] : [];
}

function toEventPost(post: WholePost, status: WebhookPost['status']): WebhookPost {
  const { postId, serviceId, contentId, slug, title, isHiddenInList, categorySlug, publishAt, updatedAt } = post;
  const path = postPath(serviceId, slug);
  return { postId, contentId, slug, title, status, path, isHiddenInList, categorySlug, publishAt, updatedAt };
}

const VISIBLE_FIELDS = [
  'slug',
  'title',
  'label',
  'description',
  'author',
  'language',
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

function isVisiblyChanged(former: WholePost, post: WholePost): boolean {
  return VISIBLE_FIELDS.some((name) => JSON.stringify(former[name]) !== JSON.stringify(post[name]));
}
