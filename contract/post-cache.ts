import { z } from 'zod';
import { endpoint, viewerOfService } from './endpoint.ts';
import { flag } from './paging.ts';
import { ServiceParams } from './services.ts';
import { PostSlug } from './slugs.ts';
import { Instant } from './text.ts';

/**
 * The static file of a post: what the media storage holds for readers of a visible post.
 * `written` is there and says what the post says; `waiting` has to be made, made anew or removed, which takes a
 * moment; `failed` could not be, and is tried again; `none` is not there and need not be.
 */
export const PostCacheState = z.enum(['written', 'waiting', 'failed', 'none']);
export type PostCacheState = z.infer<typeof PostCacheState>;

export const PostCache = z
  .object({
    /** Below the address of the media storage. */
    path: z.string(),
    /** Its whole address; root-relative where the installation does not know its own. */
    url: z.string(),
    /** When the file that is there was written; `null` while there is none. */
    uploadedAt: Instant.nullable(),
    state: PostCacheState,
    /** How often it has failed since the last save. */
    attempts: z.int(),
    /** Why it failed last. */
    error: z.string().nullable(),
    nextTryAt: Instant.nullable(),
  })
  .meta({ id: 'PostCache' });
export type PostCache = z.infer<typeof PostCache>;

export const postCacheApi = {
  find: endpoint({
    method: 'GET',
    path: '/admin/posts/:serviceId/:idOrSlug/cache',
    summary: 'The static file of a post; `null` while there is none, unless `withState` asks why',
    tag: 'admin posts',
    access: viewerOfService,
    params: ServiceParams.extend({ idOrSlug: PostSlug }),
    query: z.object({ withState: flag(false) }),
    response: PostCache.nullable(),
  }),
};
