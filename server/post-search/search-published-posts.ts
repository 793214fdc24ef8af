import type { ResponseOf } from '#contract/endpoint.ts';
import type { postSearchApi } from '#contract/post-search.ts';
import type { Database } from '../database/connect.ts';
import { pageUpTo } from '../http/pager.ts';
import type { Clock } from '../platform/clock.ts';
import { toPublicPosts } from '../posts/post.presenter.ts';
import { findPosts, type SearchRequest } from './find-posts.ts';
import { listFoundPosts, listTitles } from './found-post.repository.ts';
import { highlightAll, highlightFirst } from './highlight.ts';
import { readTexts } from './matching-posts.ts';
import { SearchBudget } from './search-limit.ts';
import { readWords } from './words.ts';

export interface SearchTools {
  readonly database: Pick<Database, 'reader'>;
  readonly clock: Clock;
  readonly mediaUrl: string;
}

interface SearchQuery extends Omit<SearchRequest, 'words'> {
  readonly q: string;
}

type Answer = ResponseOf<typeof postSearchApi.search>;
type Highlights = Answer['items'][number]['highlights'];

export async function searchPublishedPosts(
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
