import { z } from 'zod';
import { endpointsOf } from './endpoint.ts';
import { MAX_SEARCH } from './post-search.ts';
import { PostStatus } from './posts.ts';
import { Instant, text } from './text.ts';

export const MAX_ANY_POSTS = 20;

export const AnyPost = z
  .object({
    serviceId: z.string(),
    postId: z.string(),
    slug: z.string(),
    title: z.string(),
    status: PostStatus,
    publishAt: Instant.nullable(),
    isHiddenInList: z.boolean(),
  })
  .meta({ id: 'AnyPost' });
export type AnyPost = z.infer<typeof AnyPost>;

const endpoint = endpointsOf({ tag: 'admin posts', access: { level: 'viewer', scope: 'any' } });

export const adminSearchApi = {
  find: endpoint('GET', '/admin/search', {
    summary: 'Find posts in any state in the caller’s services by words in the title or by the beginning of the slug',
    query: z.object({
      /**
       * Every word must be in the title; English words match as prefixes, Japanese ones anywhere. Alternatively the
       * whole text is the prefix of a slug or title, or a post id. Without it, returns the most recently changed posts.
       */
      q: text({ max: MAX_SEARCH }).optional(),
      /** Restricts the search to one of the caller's services. */
      service: text({ max: 64 }).optional(),
      count: z.coerce.number<number | string>().int().min(1).max(MAX_ANY_POSTS).default(10),
    }),
    response: z.object({
      /** Ordered by rank, then by the last change. */
      posts: z.array(AnyPost),
      /** True when not all of the caller's services were searched. */
      isLimited: z.boolean(),
    }),
  }),
};
