import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { MAX_SEARCH } from './post-search.ts';
import { PostStatus } from './posts.ts';
import { Instant, text } from './text.ts';

/** The most posts that one search of the console gives. */
export const MAX_ANY_POSTS = 20;

/** A post of any state as it is named where somebody goes to it. */
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

export const adminSearchApi = {
  find: endpoint({
    method: 'GET',
    path: '/admin/search',
    summary:
      "Posts of the caller's services in any state, by the words of their titles or the beginning of their slugs",
    tag: 'admin posts',
    access: { level: 'viewer', scope: 'any' },
    query: z.object({
      /**
       * Every word must be in the title, as in the search of readers: English from the beginning of a word, Japanese
       * anywhere. Or the whole is the beginning of a slug or a title, or a post's id. Without it, what was changed last.
       */
      q: text({ max: MAX_SEARCH }).optional(),
      /** Only this one of the caller's services. */
      service: text({ max: 64 }).optional(),
      count: z.coerce.number<number | string>().int().min(1).max(MAX_ANY_POSTS).default(10),
    }),
    response: z.object({
      /** Those that fit best first, then those that were changed last. */
      posts: z.array(AnyPost),
      /** Whether not all of the caller's services were looked through. */
      isLimited: z.boolean(),
    }),
  }),
};
