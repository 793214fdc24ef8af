import { z } from 'zod';
import { endpointsOf, viewerOfService } from './endpoint.ts';
import { flag } from './paging.ts';
import { ServiceParams } from './services.ts';
import { PostSlug } from './slugs.ts';
import { Instant } from './text.ts';

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

const endpoint = endpointsOf({ tag: 'admin posts', access: viewerOfService });

export const postCacheApi = {
  find: endpoint('GET', '/admin/posts/:serviceId/:idOrSlug/cache', {
    summary: 'Get the static file of a post; `null` if there is none; `withState` adds the reason',
    params: ServiceParams.extend({ idOrSlug: PostSlug }),
    query: z.object({ withState: flag(false) }),
    response: PostCache.nullable(),
  }),
};
