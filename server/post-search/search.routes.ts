import { adminSearchApi } from '#contract/admin-search.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { postSearchApi, SearchPagerKey } from '#contract/post-search.ts';
import type { Database } from '../database/connect.ts';
import { forbidden } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { pageUpTo, readPager } from '../http/pager.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { toPublicPosts } from '../posts/post.presenter.ts';
import { type AnyPostTools, findAnyPosts } from './find-any-posts.ts';
import { findPosts, type SearchRequest } from './find-posts.ts';
import { listFoundPosts, listTitles } from './found-post.repository.ts';
import { highlightAll, highlightFirst } from './highlight.ts';
import { readTexts } from './matching-posts.ts';
import { SearchBudget, SearchLimit } from './search-limit.ts';
import { readWords } from './words.ts';

export function postSearchRoutes(api: Api, tools: SearchTools): void {
  const limit = new SearchLimit(tools.clock);

  api.implement(
    postSearchApi.search,
    async ({ params: { serviceId }, query: { q, count, ...pager }, caller: { address } }) => {
      const query = { serviceId, q, count, after: readPager(SearchPagerKey, pager) };
      if (address !== undefined) limit.admit(address);
      const budget = new SearchBudget(tools.clock);
      try {
        return await searchPublishedPosts(tools, { ...query, now: toInstant(tools.clock.now()) }, budget);
      } finally {
        if (address !== undefined) limit.charge(address, budget.cost);
      }
    },
  );
}

export function adminSearchRoutes(api: Api, tools: AnyPostTools): void {
  api.implement(adminSearchApi.find, async ({ query: { q = '', service, count }, actor: { serviceIds } }) => {
    if (service && !serviceIds.includes(service)) throw forbidden();
    return findAnyPosts(tools, { serviceIds: service ? [service] : serviceIds, q, count });
  });
}

interface SearchTools {
  readonly database: Pick<Database, 'reader'>;
  readonly clock: Clock;
  readonly mediaUrl: string;
}

interface SearchQuery extends Omit<SearchRequest, 'words'> {
  readonly q: string;
}

type Answer = ResponseOf<typeof postSearchApi.search>;
type Highlights = Answer['items'][number]['highlights'];

async function searchPublishedPosts(
  { database: { reader }, clock, mediaUrl }: SearchTools,
  { q, ...query }: SearchQuery,
  budget = new SearchBudget(clock),
): Promise<Answer> {
  const words = readWords(q);
  if (words.length === 0) return { items: [], pagerKey: null, pageToken: null, meta: { words, isLimited: false } };
  const { postIds, end, isLimited } = await findPosts({ reader, budget }, { ...query, words });
  const posts = await listFoundPosts(reader, query, postIds);
  // Drops posts that were unpublished in the meantime.
  const found = postIds.flatMap((postId) => posts.get(postId) ?? []);
  const highlights = await highlightsOf(postIds);
  const shown = await toPublicPosts(reader, found, { ...query, mediaUrl, withTags: true });
  const items = shown.map((post) => ({ ...post, highlights: highlights.get(post.postId) ?? { title: [], text: [] } }));
  return { ...pageUpTo(items, end), meta: { words, isLimited } };

  async function highlightsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Highlights>> {
    const titles = await listTitles(reader, query.serviceId, ids, { withTexts: true });
    const title = new Map(titles.map((post) => [post.postId, highlightAll(post.title, words)]));
    const highlights = new Map<string, Highlights>();
    for await (const { postId, bodyText } of readTexts(reader, query.serviceId, titles)) {
      highlights.set(postId, { title: title.get(postId) ?? [], text: highlightFirst(bodyText, words) });
    }
    return highlights;
  }
}
