import { z } from 'zod';
import { MAX_FILES } from './admin-posts.ts';
import { editorOfService, endpointsOf, viewerOfService } from './endpoint.ts';
import { flag } from './paging.ts';
import { BodyFormat, PostBody } from './posts.ts';
import { ServiceParams } from './services.ts';
import { PostSlug } from './slugs.ts';
import { Instant, text } from './text.ts';

/** Public addresses that show a post; `feed` is RSS, `sitemap` the part of the sitemap that lists the post. */
export const CopyPlace = z.enum(['page', 'list', 'api', 'feed', 'sitemap']);
export type CopyPlace = z.infer<typeof CopyPlace>;

/**
 * `current`: shows the saved version; `stale`: shows another version; `missing`: does not show the post, but should;
 * `remains`: shows the post, but should not; `absent`: rightly does not show the post; `unreachable`: see `error`.
 */
export const CopyState = z.enum(['current', 'stale', 'missing', 'remains', 'absent', 'unreachable']);
export type CopyState = z.infer<typeof CopyState>;

export const CopyError = z.enum([
  'timeout',
  'address-unknown',
  'connection',
  'certificate',
  'status',
  'redirect',
  'too-large',
]);
export type CopyError = z.infer<typeof CopyError>;

export const PublishedCopy = z
  .object({
    place: CopyPlace,
    url: z.string(),
    state: CopyState,
    error: CopyError.nullable(),
    /** HTTP status; `null` without a response. */
    status: z.int().nullable(),
    durationMs: z.int(),
    /** Time since a cache stored the response, from its header `Age`. */
    ageSeconds: z.int().nullable(),
    /** Time for which that cache may still send the response, from `Age` and `Cache-Control`. */
    secondsLeft: z.int().nullable(),
    cacheControl: z.string().nullable(),
    /** Names the caches and servers that answered, from `Via`, `X-Cache`, `CF-Cache-Status` and `Server`. */
    servedBy: z.string().nullable(),
  })
  .meta({ id: 'PublishedCopy' });
export type PublishedCopy = z.infer<typeof PublishedCopy>;

const endpoint = endpointsOf({ tag: 'admin posts', access: viewerOfService });

export const publishedCopyApi = {
  check: endpoint('GET', '/admin/posts/:serviceId/:idOrSlug/published-copies', {
    summary: 'Fetch the public addresses of a post as a reader would, and compare them with the saved version',
    params: ServiceParams.extend({ idOrSlug: PostSlug }),
    response: z.object({ copies: z.array(PublishedCopy) }),
  }),
};

/**
 * State of the static file of a post, which the media storage holds for visible posts. `written`: exists and is up to
 * date; `waiting`: is about to be written or removed; `failed`: the last attempt failed and will be retried; `none`:
 * does not exist and is not needed.
 */
export const PostCacheState = z.enum(['written', 'waiting', 'failed', 'none']);
export type PostCacheState = z.infer<typeof PostCacheState>;

export const PostCache = z
  .object({
    /** Relative to the URL of the media storage. */
    path: z.string(),
    /** Full URL; root-relative when the installation does not know its own URL. */
    url: z.string(),
    /** Time when the current file was written; `null` while there is none. */
    uploadedAt: Instant.nullable(),
    state: PostCacheState,
    attempts: z.int(),
    error: z.string().nullable(),
    nextTryAt: Instant.nullable(),
  })
  .meta({ id: 'PostCache' });
export type PostCache = z.infer<typeof PostCache>;

export const postCacheApi = {
  find: endpoint('GET', '/admin/posts/:serviceId/:idOrSlug/cache', {
    summary: 'Get the static file of a post; `null` if there is none; `withState` adds the reason',
    params: ServiceParams.extend({ idOrSlug: PostSlug }),
    query: z.object({ withState: flag(false) }),
    response: PostCache.nullable(),
  }),
};

export const MAX_FINDINGS = 50;

/** A warning to consider before publishing; it never blocks publishing. */
export const PostFinding = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('noDescription') }),
    z.object({
      kind: z.literal('imageWithoutAlt'),
      /** File name, or the URL of an image from outside the library. */
      name: z.string(),
    }),
    z.object({
      kind: z.literal('brokenLink'),
      address: z.string(),
      /** `missing`: no such page; `notPublished`: readers cannot see it; `noSuchPlace`: the page lacks the anchor. */
      why: z.enum(['missing', 'notPublished', 'noSuchPlace']),
    }),
    z.object({
      kind: z.literal('headingSkipped'),
      text: z.string(),
      /** Level of the preceding heading; 1 is the title. */
      from: z.int(),
      to: z.int(),
    }),
  ])
  .meta({ id: 'PostFinding' });
export type PostFinding = z.infer<typeof PostFinding>;

const fileIds = z.array(text({ max: 100 })).max(MAX_FILES + 1);

const PostReviewInput = z
  .object({
    body: PostBody,
    bodyFormat: BodyFormat,
    description: text({ max: 10_000 }).nullish(),
    /** Slug of the post itself: links to it are valid, since it is about to be published. */
    slug: text({ max: 1000 }).nullish(),
    /** Images outside the body, including the thumbnail. */
    images: fileIds.nullish(),
  })
  .meta({ id: 'PostReviewInput' });
export type PostReviewInput = z.output<typeof PostReviewInput>;

export const postReviewApi = {
  review: endpoint('POST', '/admin/posts/:serviceId/preview/review', {
    summary: 'Review a post before publishing, without storing anything',
    access: editorOfService,
    params: ServiceParams,
    body: PostReviewInput,
    bodyLimit: 4 * 1024 * 1024,
    response: z.object({
      findings: z.array(PostFinding).max(MAX_FINDINGS),
      /** Number of further findings beyond the limit. */
      more: z.int(),
    }),
  }),
};
