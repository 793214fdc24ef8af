import type { RouterContextProvider } from 'react-router';
import { ApiError, type Call } from '#contract/api-client.ts';
import { commentApi } from '#contract/comments.ts';
import { Order } from '#contract/paging.ts';
import { plainCall, toPageError } from '../../../api/page-api.server.ts';
import { readAdjacentPage } from '../lists/turn-page.ts';
import { loadVotes } from '../votes/vote-action.server.ts';
import type { VoteNumbers } from '../votes/vote-numbers.ts';
import { type ShownOwnComment, toShownComment, toShownOwnComment } from './shown-comment.ts';

export type CommentsData = NonNullable<Awaited<ReturnType<typeof loadComments>>>;
export type Votes = Readonly<Record<string, VoteNumbers>>;

interface FormResult {
  /** Comment id, a comment status, or `deleted`. */
  readonly what: string;
  readonly own: readonly ShownOwnComment[];
}

export interface Place {
  readonly serviceId: string;
  readonly contentId: string;
}

export interface CommentsQuery {
  readonly searchParams: URLSearchParams;
  readonly visitor: Call | undefined;
}

const PAGE_SIZE = 20;
const BACKWARDS = '-';

/** Resolves with null when the call failed, with undefined when comments are closed and there are none. */
export async function loadComments(
  context: Readonly<RouterContextProvider>,
  place: Place,
  { searchParams, visitor }: CommentsQuery,
) {
  const order = Order.safeParse(searchParams.get('order')).data ?? 'asc';
  const [page, formResult] = await Promise.all([
    readPage(plainCall(context), place, order, searchParams.get('comments') ?? ''),
    visitor && readFormResult(visitor, place, searchParams.get('comment') ?? ''),
  ]);
  if (page === null) return null;
  const { back, on, isFirstPage } = page;
  const { items, meta } = page.page;
  const { count, isOpen, startsAs, needsProof } = meta;
  if (!isOpen && count === 0) return undefined;
  return {
    count,
    order,
    items: items.map(toShownComment),
    isOpen,
    startsAs,
    needsProof,
    back: back && `${BACKWARDS}${back}`,
    on,
    isFirstPage,
    /** Result of a form sent without scripts; such a page is for its sender only. */
    formResult,
  };
}

async function readPage(call: Call, place: Place, order: Order, requested: string) {
  const isBack = requested.startsWith(BACKWARDS);
  const tokens = { before: isBack ? requested.slice(BACKWARDS.length) : '', pageToken: isBack ? '' : requested };
  try {
    return await readAdjacentPage(tokens, order, (query) =>
      call(commentApi.list, { params: place, query: { ...query, count: PAGE_SIZE } }),
    );
  } catch (error) {
    if (requested !== '' && error instanceof ApiError && error.status === 400) throw toPageError(error);
    return null;
  }
}

async function readFormResult(call: Call, place: Place, what: string): Promise<FormResult> {
  try {
    const own = await call(commentApi.own, { params: place });
    return { what, own: own.map(toShownOwnComment) };
  } catch {
    return { what, own: [] };
  }
}

export async function loadThread(context: Readonly<RouterContextProvider>, place: Place, requested: CommentsQuery) {
  const comments = await loadComments(context, place, requested);
  const commentIds = comments?.items.map(({ commentId }) => commentId) ?? [];
  return { comments, votes: await loadVotes(context, place.serviceId, [place.contentId, ...commentIds]) };
}
