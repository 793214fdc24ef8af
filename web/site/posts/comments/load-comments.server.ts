import type { RouterContextProvider } from 'react-router';
import { ApiError, type Call } from '#contract/api-client.ts';
import { commentApi } from '#contract/comments.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { Order } from '#contract/paging.ts';
import type { CommentStatus } from '#contract/service-configs.ts';
import { plainCall, toPageRefusal } from '../../../api/page-api.server.ts';
import { type ShownComment, type ShownOwnComment, toShownComment, toShownOwnComment } from './shown-comment.ts';

/** What has been said of a post, a page of it. */
export interface CommentsData {
  /** Of all published comments. */
  readonly count: number;
  readonly order: Order;
  readonly items: readonly ShownComment[];
  /** Whether more may be said. */
  readonly isOpen: boolean;
  /** The state that a comment begins in. */
  readonly startsAs: CommentStatus;
  /** Whether one that is sent without a script is confirmed first, whatever the others are. */
  readonly needsProof: boolean;
  /** What `comments` in the address leads to the pages beside it. */
  readonly back: string | undefined;
  readonly on: string | undefined;
  readonly isFirstPage: boolean;
  /** Set on the page that a form has led to, which is for its sender alone. */
  readonly said: Said | undefined;
}

interface Said {
  /** The id of a comment, or what became of one: its state, or `deleted`. */
  readonly what: string;
  readonly own: readonly ShownOwnComment[];
}

export interface Place {
  readonly serviceId: string;
  readonly contentId: string;
}

export interface AskedComments {
  /** What the page's address says. */
  readonly searchParams: URLSearchParams;
  /** Calls for whoever asks, where the page is for them alone. */
  readonly visitor: Call | undefined;
}

const PAGE_SIZE = 20;
const OPPOSITE: Readonly<Record<Order, Order>> = { asc: 'desc', desc: 'asc' };
/** Before a token: the page that ends there, not the one that begins. No token begins with it. */
const BACKWARDS = '-';

/** The comments of a post; `null` where they could not be had, and nothing where there are none and none are taken. */
export async function loadComments(
  context: Readonly<RouterContextProvider>,
  place: Place,
  { searchParams, visitor }: AskedComments,
): Promise<CommentsData | undefined | null> {
  const order = Order.safeParse(searchParams.get('order')).data ?? 'asc';
  const [page, said] = await Promise.all([
    readPage(plainCall(context), place, order, searchParams.get('comments') ?? ''),
    visitor && readSaid(visitor, place, searchParams.get('said') ?? ''),
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

async function readPage(call: Call, place: Place, order: Order, asked: string): Promise<TurnedPage | null> {
  const read = (query: { readonly pageToken: string; readonly order: Order }) =>
    call(commentApi.list, { params: place, query: { ...query, count: PAGE_SIZE } });
  try {
    if (asked.startsWith(BACKWARDS)) {
      const page = await read({ pageToken: asked.slice(BACKWARDS.length), order: OPPOSITE[order] });
      if (page.pageToken !== null) return turnedOver(page);
    }
    // So near to its beginning, the list is shown from there.
    const pageToken = asked.startsWith(BACKWARDS) ? '' : asked;
    const page = await read({ pageToken, order });
    return { ...page, back: backTo(page.startToken), on: page.pageToken ?? undefined, isFirstPage: pageToken === '' };
  } catch (error) {
    if (asked !== '' && error instanceof ApiError && error.status === 400) throw toPageRefusal(error);
    return null;
  }
}

/** A page that was read backwards; where the API says it ends, it begins. */
function turnedOver(page: Answer): TurnedPage {
  const back = backTo(page.pageToken ?? undefined);
  return { ...page, items: page.items.toReversed(), back, on: page.startToken, isFirstPage: false };
}

function backTo(token: string | undefined): string | undefined {
  return token === undefined ? undefined : `${BACKWARDS}${token}`;
}

/** What whoever asks has said here themselves; the page can do without. */
async function readSaid(call: Call, place: Place, what: string): Promise<Said> {
  try {
    const own = await call(commentApi.own, { params: place });
    return { what, own: own.map(toShownOwnComment) };
  } catch {
    return { what, own: [] };
  }
}
