import type { RouterContextProvider } from 'react-router';
import { ApiError, type Call } from '#contract/api-client.ts';
import { commentApi } from '#contract/comments.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { Order } from '#contract/paging.ts';
import type { CommentStatus } from '#contract/service-configs.ts';
import { plainCall, toPageError } from '../../../api/page-api.server.ts';
import { loadVotes } from '../votes/vote-action.server.ts';
import type { VoteNumbers } from '../votes/vote-numbers.ts';
import { type ShownComment, type ShownOwnComment, toShownComment, toShownOwnComment } from './shown-comment.ts';

export interface CommentsData {
  readonly count: number;
  readonly order: Order;
  readonly items: readonly ShownComment[];
  readonly isOpen: boolean;
  readonly startsAs: CommentStatus;
  readonly needsProof: boolean;
  readonly back: string | undefined;
  readonly on: string | undefined;
  readonly isFirstPage: boolean;
  /** Result of a form sent without scripts; such a page is for its sender only. */
  readonly said: FormResult | undefined;
}

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
const OPPOSITE: Readonly<Record<Order, Order>> = { asc: 'desc', desc: 'asc' };
const BACKWARDS = '-';

/** Resolves with null when the call failed, with undefined when comments are closed and there are none. */
export async function loadComments(
  context: Readonly<RouterContextProvider>,
  place: Place,
  { searchParams, visitor }: CommentsQuery,
): Promise<CommentsData | undefined | null> {
  const order = Order.safeParse(searchParams.get('order')).data ?? 'asc';
  const [page, said] = await Promise.all([
    readPage(plainCall(context), place, order, searchParams.get('comments') ?? ''),
    visitor && readFormResult(visitor, place, searchParams.get('said') ?? ''),
  ]);
  if (page === null) return null;
  const { items, back, on, isFirstPage, meta } = page;
  const { count, isOpen, startsAs, needsProof } = meta;
  if (!isOpen && count === 0) return undefined;
  const shown = { count, order, items: items.map(toShownComment), back, on, isFirstPage };
  return { ...shown, isOpen, startsAs, needsProof, said };
}

type Answer = ResponseOf<typeof commentApi.list>;

interface TurnedPage extends Pick<Answer, 'items' | 'meta'>, Pick<CommentsData, 'back' | 'on' | 'isFirstPage'> {}

async function readPage(call: Call, place: Place, order: Order, requested: string): Promise<TurnedPage | null> {
  const read = (query: { readonly pageToken: string; readonly order: Order }) =>
    call(commentApi.list, { params: place, query: { ...query, count: PAGE_SIZE } });
  try {
    if (requested.startsWith(BACKWARDS)) {
      const page = await read({ pageToken: requested.slice(BACKWARDS.length), order: OPPOSITE[order] });
      if (page.pageToken !== null) return turnedOver(page);
    }
    // Less than a full page precedes the token: shows the first page instead.
    const pageToken = requested.startsWith(BACKWARDS) ? '' : requested;
    const page = await read({ pageToken, order });
    return { ...page, back: backTo(page.startToken), on: page.pageToken ?? undefined, isFirstPage: pageToken === '' };
  } catch (error) {
    if (requested !== '' && error instanceof ApiError && error.status === 400) throw toPageError(error);
    return null;
  }
}

function turnedOver(page: Answer): TurnedPage {
  const back = backTo(page.pageToken ?? undefined);
  return { ...page, items: page.items.toReversed(), back, on: page.startToken, isFirstPage: false };
}

function backTo(token: string | undefined): string | undefined {
  return token === undefined ? undefined : `${BACKWARDS}${token}`;
}

async function readFormResult(call: Call, place: Place, what: string): Promise<FormResult> {
  try {
    const own = await call(commentApi.own, { params: place });
    return { what, own: own.map(toShownOwnComment) };
  } catch {
    return { what, own: [] };
  }
}

export interface ThreadData {
  /** Null when the call failed; undefined when comments are closed and there are none. */
  readonly comments: CommentsData | undefined | null;
  readonly votes: Votes | null;
}

export type Votes = Readonly<Record<string, VoteNumbers>>;

export async function loadThread(
  context: Readonly<RouterContextProvider>,
  place: Place,
  requested: CommentsQuery,
): Promise<ThreadData> {
  const comments = await loadComments(context, place, requested);
  const commentIds = comments?.items.map(({ commentId }) => commentId) ?? [];
  return { comments, votes: await loadVotes(context, place.serviceId, [place.contentId, ...commentIds]) };
}
