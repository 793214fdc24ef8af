import type { RouterContextProvider } from 'react-router';
import { ApiError, type Call } from '#contract/api-client.ts';
import { type Category, categoryApi } from '#contract/categories.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type FoundPost, MAX_SEARCH, postSearchApi, type TextPiece } from '#contract/post-search.ts';
import { pageCall, plainCall, toPageRefusal } from '../../api/page-api.server.ts';
import { type CategoryLink, toCategoryLink } from '../posts/post-summary.ts';

/** A post as a list of results shows it. */
export interface FoundSummary {
  readonly slug: string;
  readonly title: readonly TextPiece[];
  readonly text: readonly TextPiece[];
  readonly publishedAt: string;
  readonly category: CategoryLink | undefined;
  readonly tags: readonly string[];
}

export interface SearchData {
  /** What was looked for; empty where the reader is still to say. */
  readonly q: string;
  readonly posts: readonly FoundSummary[];
  /** Where the next page begins. */
  readonly more: string | null;
  readonly isFirstPage: boolean;
  /** Whether it ends before all was looked at. */
  readonly isLimited: boolean;
  /** Whether the reader has searched so often that they are to wait. */
  readonly isRefused: boolean;
}

interface SearchArgs {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
  readonly params: { readonly serviceId: string };
}

const PAGE_SIZE = 20;
/** As often the API may look on for one page of ours, while it has found nothing. */
const MAX_LOOKS = 5;

/** One page of what was found, for whatever a reader may have typed. */
export async function loadSearch({ context, request, params: { serviceId } }: SearchArgs): Promise<SearchData> {
  const { searchParams } = new URL(request.url);
  const q = toQuestion(searchParams.get('q') ?? '');
  const pageToken = searchParams.get('pageToken') ?? '';
  const isFirstPage = pageToken === '';
  const nothing = { q, posts: [], more: null, isFirstPage, isLimited: false, isRefused: false };
  if (q === '') return nothing;
  const params = { serviceId };
  const [answer, categories] = await Promise.all([
    lookOn(plainCall(context), params, { q, pageToken, count: PAGE_SIZE }),
    pageCall(context)(categoryApi.list, { params, query: { isList: '1' } }),
  ]);
  if (answer === 'refused') return { ...nothing, isRefused: true };
  if (answer === 'no words') return nothing;
  return {
    ...nothing,
    posts: answer.items.map((post) => toFoundSummary(post, categories)),
    more: answer.pageToken,
    isLimited: answer.meta.isLimited,
  };
}

type Answer = ResponseOf<typeof postSearchApi.search>;

/** Asks until something is found or all was looked at: of many posts the API looks at some of them at once. */
async function lookOn(
  call: Call,
  params: { serviceId: string },
  query: { q: string; pageToken: string; count: number },
): Promise<Answer | 'refused' | 'no words'> {
  let { pageToken } = query;
  let answer: Answer | undefined;
  try {
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      answer = await call(postSearchApi.search, { params, query: { ...query, pageToken } });
      if (answer.items.length > 0 || answer.pageToken === null) return answer;
      pageToken = answer.pageToken;
    }
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined;
    // What was looked at until then has been worth something.
    if (status === 429) return answer ?? 'refused';
    // Words may hold nothing that can be looked for; another page of what was found must exist.
    if (status === 400 && query.pageToken === '') return 'no words';
    throw toPageRefusal(error);
  }
  return answer ?? 'no words';
}

/** As much of what was typed as may be looked for. */
export function toQuestion(typed: string): string {
  return (
    typed
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, MAX_SEARCH)
      // Half of a character may have been left at the end.
      .toWellFormed()
      .replace(/\uFFFD$/, '')
  );
}

function toFoundSummary(post: FoundPost, categories: readonly Category[]): FoundSummary {
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
