import { z } from 'zod';
import { endpointsOf, viewerOfService } from './endpoint.ts';
import { ServiceParams } from './services.ts';
import { PostSlug } from './slugs.ts';

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
