import { z } from 'zod';
import { endpointsOf, publicAccess } from './endpoint.ts';
import { count, page, pagerQuery } from './paging.ts';
import { PublicPost } from './posts.ts';
import { ServiceParams } from './services.ts';
import { CategorySlug } from './slugs.ts';
import { TagFilter } from './tags.ts';
import { text } from './text.ts';

export const MAX_SEARCH = 100;

export const TextPiece = z.object({ text: z.string(), isMatch: z.boolean() });
export type TextPiece = z.infer<typeof TextPiece>;

export const FoundPost = PublicPost.omit({ body: true, bodyHtml: true, bodyText: true, bodyJson: true, links: true })
  .extend({
    highlights: z.object({ title: z.array(TextPiece), text: z.array(TextPiece) }),
  })
  .meta({ id: 'FoundPost' });
export type FoundPost = z.infer<typeof FoundPost>;

export const SearchPagerKey = z.object({
  rank: z.int().min(0).max(9),
  /** Place in the search index; newer posts have higher ones. */
  searchKey: z.int().min(0),
});
export type SearchPagerKey = z.infer<typeof SearchPagerKey>;

/** Without region: `en` includes posts in `en-GB`. */
export const SearchLanguage = z.string().regex(/^(?:[a-z]{2,3})?$/);

const endpoint = endpointsOf({ tag: 'posts', access: publicAccess });

export const postSearchApi = {
  search: endpoint('GET', '/posts/:serviceId/search', {
    summary:
      'Search published posts by title, body and tags, best match first; of a category, tag, language or year if requested',
    params: ServiceParams,
    query: z.object({
      /**
       * Words separated by spaces of any width; quotation marks group a phrase. Case, width and compatibility forms
       * (NFKC) are ignored. English words match as prefixes, Japanese ones anywhere. Words without letters or digits
       * are dropped; a query without any word finds nothing.
       */
      q: text({ max: MAX_SEARCH }),
      /** Slug of a category; its descendants are included. */
      category: z.union([z.literal(''), CategorySlug]).optional(),
      tag: TagFilter.optional(),
      language: SearchLanguage.optional(),
      /** Year of publication in UTC. */
      year: z.union([z.literal(''), z.coerce.number<number | string>().int().min(1970).max(9999)]).optional(),
      count: count(20),
      ...pagerQuery,
    }),
    response: page(FoundPost, SearchPagerKey).extend({
      meta: z.object({
        words: z.array(z.string()),
        /** True when the search stopped at its scan limit: more results may follow after the page's cursor. */
        isLimited: z.boolean(),
      }),
    }),
  }),
  languages: endpoint('GET', '/posts/:serviceId/search/languages', {
    summary: 'List the languages of the published posts, for the filter of a search',
    params: ServiceParams,
    response: z.object({ items: z.array(z.string()) }),
  }),
};
