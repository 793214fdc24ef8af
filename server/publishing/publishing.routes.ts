import {
  type PostCache,
  type PostCacheState,
  postCacheApi,
  postReviewApi,
  publishedCopyApi,
} from '#contract/publishing.ts';
import { SchedulePagerKey, scheduleApi } from '#contract/schedule.ts';
import type { RateLimits } from '../access/index.ts';
import type { Database } from '../database/connect.ts';
import type { StaticFileRow } from '../database/post-tables.ts';
import type { Actor } from '../http/actor.ts';
import { forbidden } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { readPager, toPage } from '../http/pager.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { getPost } from '../posts/post.repository.ts';
import { type CopyTools, checkCopies } from './published-copies/check-copies.ts';
import { type ReviewTools, reviewPost } from './review/review-post.ts';
import type { ClockWatch } from './schedule/clock-watch.ts';
import { listUpcomingPosts } from './schedule/schedule.repository.ts';
import { findStaticFile, staticPathOf } from './static-files/static-file.repository.ts';

type PublishingTools = Omit<ReviewTools, 'publicUrl'> &
  ScheduleTools &
  PublishedCopyTools & { readonly config: { readonly mediaUrl: string; readonly publicUrl: string | undefined } };

export function publishingRoutes(api: Api, tools: PublishingTools): void {
  reviewRoutes(api, { ...tools, publicUrl: tools.config.publicUrl });
  scheduleRoutes(api, tools);
  staticFileRoutes(api, tools);
  publishedCopyRoutes(api, tools);
}

function reviewRoutes(api: Api, tools: ReviewTools): void {
  api.implement(postReviewApi.review, ({ params: { serviceId }, body, browser: { siteOrigin }, actor: { username } }) =>
    reviewPost(tools, { serviceId, siteOrigin, username }, body),
  );
}

interface ScheduleTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly clockWatch: ClockWatch;
}

function scheduleRoutes(api: Api, { database, clock, clockWatch }: ScheduleTools): void {
  api.implement(scheduleApi.list, async ({ query, actor }) => {
    const { count, service } = query;
    const posts = await listUpcomingPosts(database.reader, {
      serviceIds: servicesOf(actor, service),
      now: toInstant(clock.now()),
      after: readPager(SchedulePagerKey, query),
      limit: count + 1,
    });
    const page = toPage(posts, count, ({ effectiveAt, postId }) => ({ effectiveAt, postId }));
    return { ...page, clock: await clockWatch.state() };
  });
}

function servicesOf({ serviceIds }: Actor, requestedServiceId: string | undefined): readonly string[] {
  // Forms send an empty string when no service is selected.
  if (!requestedServiceId) return serviceIds;
  if (!serviceIds.includes(requestedServiceId)) throw forbidden();
  return [requestedServiceId];
}

interface StaticFileTools {
  readonly database: Database;
  readonly config: { readonly mediaUrl: string };
}

function staticFileRoutes(api: Api, { database, config }: StaticFileTools): void {
  api.implement(postCacheApi.find, async ({ params: { serviceId, idOrSlug }, query: { withState } }) => {
    const { slug } = await getPost(database.reader, serviceId, idOrSlug);
    const path = staticPathOf(serviceId, slug);
    const file = await findStaticFile(database.reader, path);
    // Existing clients treat any response other than null as an existing file.
    if (!withState && !file?.writtenAt) return null;
    return { path, url: `${config.mediaUrl}/${path}`, ...describeStaticFile(file) };
  });
}

function describeStaticFile(file: StaticFileRow | undefined): Omit<PostCache, 'path' | 'url'> {
  const { writtenAt: uploadedAt = null, attempts = 0, dueAt = null, lastError = null } = file ?? {};
  const state = staticFileStateOf(file);
  const isFailed = state === 'failed';
  return { uploadedAt, state, attempts, error: isFailed ? lastError : null, nextTryAt: isFailed ? dueAt : null };
}

function staticFileStateOf(file: StaticFileRow | undefined): PostCacheState {
  if (!file) return 'none';
  if (file.attempts > 0) return 'failed';
  return file.dueAt === null ? 'written' : 'waiting';
}

interface PublishedCopyTools extends CopyTools {
  readonly rateLimits: RateLimits;
}

const CHECKS_PER_MINUTE = { kind: 'published copies', limit: 20, windowMs: 60_000 };

function publishedCopyRoutes(api: Api, { rateLimits, ...tools }: PublishedCopyTools): void {
  api.implement(publishedCopyApi.check, async ({ params: { serviceId, idOrSlug }, actor: { username } }) => {
    await rateLimits.consume([{ ...CHECKS_PER_MINUTE, name: username }]);
    return { copies: await checkCopies(tools, serviceId, idOrSlug) };
  });
}
