import type { RouterContextProvider } from 'react-router';
import { ApiError, type Call } from '#contract/api-client.ts';
import { type Category, categoryApi } from '#contract/categories.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type FoundPost, MAX_SEARCH, postSearchApi } from '#contract/post-search.ts';
import { pageCall, plainCall, toPageError } from '../../api/page-api.server.ts';
import { toCategoryLink } from '../posts/post-summary.ts';

export type SearchData = Awaited<ReturnType<typeof loadSearch>>;
export type FoundSummary = ReturnType<typeof toFoundSummary>;

interface SearchArgs {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
  readonly params: { readonly serviceId: string };
}

const PAGE_SIZE = 20;
const MAX_REQUESTS = 5;

export async function loadSearch({ context, request, params: { serviceId } }: SearchArgs) {
  const { searchParams } = new URL(request.url);
  const q = toQuestion(searchParams.get('q') ?? '');
  const pageToken = searchParams.get('pageToken') ?? '';
  const isFirstPage = pageToken === '';
  const none: { posts: FoundSummary[]; more: string | null } = { posts: [], more: null };
  const nothing = { q, ...none, isFirstPage, isLimited: false, isRejected: false };
  if (q === '') return nothing;
  const params = { serviceId };
  const [answer, categories] = await Promise.all([
    searchUntilFound(plainCall(context), params, { q, pageToken, count: PAGE_SIZE }),
    pageCall(context)(categoryApi.list, { params, query: { isList: '1' } }),
  ]);
  if (answer === 'refused') return { ...nothing, isRejected: true };
  if (answer === 'no words') return nothing;
  return {
    ...nothing,
    posts: answer.items.map((post) => toFoundSummary(post, categories)),
    more: answer.pageToken,
    isLimited: answer.meta.isLimited,
  };
}

type Answer = ResponseOf<typeof postSearchApi.search>;

/** Repeats limited searches until something is found, all posts are searched, or `MAX_REQUESTS` is reached. */
async function searchUntilFound(
  call: Call,
  params: { serviceId: string },
  query: { q: string; pageToken: string; count: number },
): Promise<Answer | 'refused' | 'no words'> {
  let { pageToken } = query;
  let answer: Answer | undefined;
  try {
    for (let requests = 0; requests < MAX_REQUESTS; requests += 1) {
      answer = await call(postSearchApi.search, { params, query: { ...query, pageToken } });
      if (answer.items.length > 0 || answer.pageToken === null) return answer;
      pageToken = answer.pageToken;
    }
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined;
    // Progress made before the rate limit is still useful.
    if (status === 429) return answer ?? 'refused';
    // 400 on the first page means a query without searchable words; on others, an invalid page token.
    if (status === 400 && query.pageToken === '') return 'no words';
    throw toPageError(error);
  }
  return answer ?? 'no words';
}

export function toQuestion(typed: string): string {
  return (
    typed
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, MAX_SEARCH)
      // The cut may have left half of a surrogate pair.
      .toWellFormed()
      .replace(/\uFFFD$/, '')
  );
}

function toFoundSummary(post: FoundPost, categories: readonly Category[]) {
  const { slug, highlights, categorySlug, tags = [] } = post;
  const category = categories.find((one) => one.slug === categorySlug);
  return {
    slug,
    title: highlights.title,
    text: highlights.text,
    publishedAt: post.publishAt ?? post.createdAt,
    category: category && toCategoryLink(category),
    tags: tags.map(({ label }) => label),
  };
}
