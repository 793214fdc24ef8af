import { z } from 'zod';
import { endpoint, publicAccess } from './endpoint.ts';
import { count, page, pagerQuery } from './paging.ts';
import { PublicPost } from './posts.ts';
import { ServiceParams } from './services.ts';
import { text } from './text.ts';

/** The longest text that may be looked for, in code points. */
export const MAX_SEARCH = 100;

/** A piece of a text; where it answers what was looked for, it is a match. */
export const TextPiece = z.object({ text: z.string(), isMatch: z.boolean() });
export type TextPiece = z.infer<typeof TextPiece>;

/** A post that was found, with the places where: in its title, and where its text says it first. */
export const FoundPost = PublicPost.omit({ body: true, bodyHtml: true, bodyText: true, bodyJson: true, links: true })
  .extend({
    highlights: z.object({ title: z.array(TextPiece), text: z.array(TextPiece) }),
  })
  .meta({ id: 'FoundPost' });
export type FoundPost = z.infer<typeof FoundPost>;

/** Where a page of found posts ends: how well the last of them fits, and its place among those that fit as well. */
export const SearchPagerKey = z.object({
  rank: z.int().min(0).max(9),
  listedAt: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/),
  postId: z.string().regex(/^[0-9a-z]{26}$/),
});
export type SearchPagerKey = z.infer<typeof SearchPagerKey>;

export const postSearchApi = {
  search: endpoint({
    method: 'GET',
    path: '/posts/:serviceId/search',
    summary: 'Published posts whose title, body or tags contain every word, those that fit best first, then the newest',
    tag: 'posts',
    access: publicAccess,
    params: ServiceParams,
    query: z.object({
      /**
       * Words, separated by spaces of any width; what stands between quotation marks is one. Case, width and
       * compatibility forms (NFKC) do not matter. English is found from the beginning of a word, Japanese anywhere.
       * What holds neither a letter nor a digit is left out; without any word nothing is found.
       */
      q: text({ max: MAX_SEARCH }),
      count: count(20),
      ...pagerQuery,
    }),
    response: page(FoundPost, SearchPagerKey).extend({
      meta: z.object({
        /** What was looked for, word by word, as it was understood. */
        words: z.array(z.string()),
        /** Whether the page ended early, since enough was looked at: from its key on there may be more. */
        isLimited: z.boolean(),
      }),
    }),
  }),
};
