import type { RouterContextProvider } from 'react-router';
import { ApiError, type Call } from '#contract/api-client.ts';
import { type Category, categoryApi } from '#contract/categories.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { Order } from '#contract/paging.ts';
import { type FoundPost, MAX_SEARCH, postSearchApi } from '#contract/post-search.ts';
import { postApi } from '#contract/posts.ts';
import { TagLabel, tagApi } from '#contract/tags.ts';
import { pageCall, partCall, plainCall, toPageError } from '../../api/page-api.server.ts';
import { toPostSummary } from '../posts/post-summary.ts';
import { chosenOf, type SearchFilters } from './chosen-filters.ts';

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
  const params = { serviceId };
  const [categories, tag, years, languages] = await Promise.all([
    pageCall(context)(categoryApi.list, { params, query: { isList: '1' } }),
    findTag(context, serviceId, searchParams.get('tag') ?? ''),
    loadYears(context, serviceId),
    partCall(context, postSearchApi.languages, { params }),
  ]);
  const filters: SearchFilters = {
    category: categories.find(({ slug }) => slug === searchParams.get('category'))?.slug ?? '',
    tag: tag ?? '',
    year: years?.find((year) => year === searchParams.get('year')) ?? '',
    language: languages?.items.find((language) => language === searchParams.get('language')) ?? '',
  };
  const nothing = {
    q,
    filters,
    years: years ?? [],
    languages: languages?.items.map(toLanguageChoice) ?? [],
    ...none,
    isFirstPage,
    isLimited: false,
    isRejected: false,
    /** Set when a filter failed to load; the page must not be cached. */
    isIncomplete: tag === null || years === null || languages === null,
  };
  if (q === '') return nothing;
  const query = { q, pageToken, count: PAGE_SIZE, ...chosenOf(filters) };
  const answer = await searchUntilFound(plainCall(context), params, query);
  if (answer === 'refused') return { ...nothing, isRejected: true };
  if (answer === 'no words') return nothing;
  return {
    ...nothing,
    posts: answer.items.map((post) => toFoundSummary(post, categories)),
    more: answer.pageToken,
    isLimited: answer.meta.isLimited,
  };
}

/** Languages have the names that their readers know. */
function toLanguageChoice(code: string) {
  return { code, name: new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code };
}

/** Empty for an unknown tag, null when the call failed. */
async function findTag(context: SearchArgs['context'], serviceId: string, label: string): Promise<string | null> {
  if (!TagLabel.safeParse(label).success) return '';
  const tag = await partCall(context, tagApi.find, { params: { serviceId, label } });
  return tag === null ? null : (tag?.label ?? '');
}

/** Years from the newest post to the oldest, in UTC; null when a call failed. Search filters by years from 1970 on. */
async function loadYears(context: SearchArgs['context'], serviceId: string): Promise<string[] | null> {
  const yearAt = async (order: Order) => {
    const query = { count: 1, order, withBody: '0', withCategory: '0' };
    const page = await partCall(context, postApi.list, { params: { serviceId }, query });
    if (page === null) return null;
    const post = page?.items[0];
    return post && Math.max(1970, Number(post.statusPublishAt.replace('publish#', '').slice(0, 4)));
  };
  const [newest, oldest] = await Promise.all([yearAt('desc'), yearAt('asc')]);
  if (newest === null || oldest === null) return null;
  if (newest === undefined || oldest === undefined) return [];
  return Array.from({ length: newest - oldest + 1 }, (_, age) => String(newest - age));
}

type Answer = ResponseOf<typeof postSearchApi.search>;

/** Repeats limited searches until something is found, all posts are searched, or `MAX_REQUESTS` is reached. */
async function searchUntilFound(
  call: Call,
  params: { serviceId: string },
  query: { q: string; pageToken: string; count: number } & Partial<SearchFilters>,
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
    throw toPageError(error, params.serviceId);
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
  return { ...toPostSummary(post, categories), highlights: post.highlights };
}
