import { adminSearchApi } from '#contract/admin-search.ts';
import { ROOT_CATEGORY } from '#contract/categories.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { messages } from '#contract/errors.ts';
import { postSearchApi, SearchPagerKey } from '#contract/post-search.ts';
import { descendantsOf, listCategories } from '../categories/index.ts';
import type { Database, Db } from '../database/connect.ts';
import { forbidden, notFound } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { pageUpTo, readPager } from '../http/pager.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { toPublicPosts } from '../posts/post.presenter.ts';
import { findTag } from '../tags/index.ts';
import { type AnyPostTools, findAnyPosts } from './find-any-posts.ts';
import { findPosts, type SearchFilter, type SearchRequest } from './find-posts.ts';
import { listFoundPosts, listTitles } from './found-post.repository.ts';
import { highlightAll, highlightFirst } from './highlight.ts';
import { readTexts } from './matching-posts.ts';
import { listLanguages } from './search-index.repository.ts';
import { SearchBudget, SearchLimit } from './search-limit.ts';
import { readWords } from './words.ts';

export function postSearchRoutes(api: Api, tools: SearchTools): void {
  const limit = new SearchLimit(tools.clock);

  api.implement(
    postSearchApi.search,
    async ({
      params: { serviceId },
      query: { q, count, category, tag, language, year, ...pager },
      caller: { address },
    }) => {
      const after = readPager(SearchPagerKey, pager);
      if (address !== undefined) limit.admit(address);
      const found = await readFilter(tools.database.reader, serviceId, { category, tag, year: year || undefined });
      const filter = { ...found, language: language || undefined };
      const query = { serviceId, q, count, ...filter, after };
      const budget = new SearchBudget(tools.clock);
      try {
        return await searchPublishedPosts(tools, { ...query, now: toInstant(tools.clock.now()) }, budget);
      } finally {
        if (address !== undefined) limit.charge(address, budget.cost);
      }
    },
  );

  api.implement(postSearchApi.languages, async ({ params: { serviceId } }) => ({
    items: await listLanguages(tools.database.reader, serviceId, toInstant(tools.clock.now())),
  }));
}

export function adminSearchRoutes(api: Api, tools: AnyPostTools): void {
  api.implement(adminSearchApi.find, async ({ query: { q = '', service, count }, actor: { serviceIds } }) => {
    if (service && !serviceIds.includes(service)) throw forbidden();
    return findAnyPosts(tools, { serviceIds: service ? [service] : serviceIds, q, count });
  });
}

interface RequestedFilter {
  readonly category: string | undefined;
  readonly tag: string | undefined;
  readonly year: number | undefined;
}

async function readFilter(db: Db, serviceId: string, { category, tag, year }: RequestedFilter): Promise<SearchFilter> {
  const categoryIds = category ? await idsOfCategory(db, serviceId, category) : undefined;
  const found = tag ? await findTag(db, serviceId, tag) : undefined;
  if (tag && !found) throw notFound(messages.tagMissing);
  return { categoryIds, tagId: found?.tagId, year };
}

/** Undefined for the root, which contains all posts, including those without a category. */
async function idsOfCategory(db: Db, serviceId: string, slug: string): Promise<ReadonlySet<number> | undefined> {
  const all = await listCategories(db, serviceId);
  const category = all.find((candidate) => candidate.slug === slug);
  if (!category) throw notFound(messages.categoryMissing);
  if (slug === ROOT_CATEGORY) return undefined;
  return new Set([category, ...descendantsOf(category, all)].map(({ id }) => id));
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
