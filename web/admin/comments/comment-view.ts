import { Order } from '#contract/paging.ts';
import type { CommentStatus } from '#contract/service-configs.ts';

export const commentTabs = ['all', 'unconfirm', 'publish', 'unpublish', 'deleted'] as const;
export type CommentTab = (typeof commentTabs)[number];

export interface CommentView {
  readonly tab: CommentTab;
  /** Search words for texts and nicknames; empty for all comments. */
  readonly words: string;
  readonly order: Order;
}

export const wholeList: CommentView = { tab: 'all', words: '', order: 'desc' };

export const MAX_WORDS = 100;

export function readCommentView(search: URLSearchParams): CommentView {
  return {
    tab: readTab(search),
    words: (search.get('q') ?? '').toWellFormed().replaceAll('\0', '').slice(0, MAX_WORDS),
    order: Order.safeParse(search.get('order')).data ?? wholeList.order,
  };
}

function readTab(search: URLSearchParams): CommentTab {
  if (search.get('isDeleted') === '1') return 'deleted';
  return statusTabs.find((tab) => tab === search.get('publishStatus')) ?? 'all';
}

const statusTabs: readonly CommentStatus[] = ['unconfirm', 'publish', 'unpublish'];

export function toCommentSearch({ tab, words, order }: CommentView): string {
  const search = new URLSearchParams();
  if (tab === 'deleted') search.set('isDeleted', '1');
  else if (tab !== 'all') search.set('publishStatus', tab);
  if (words !== '') search.set('q', words);
  if (order !== wholeList.order) search.set('order', order);
  return search.size > 0 ? `?${search}` : '';
}

export function toCommentQuery({ tab, words, order }: CommentView) {
  const status = statusTabs.find((each) => each === tab);
  return {
    order,
    ...(words.trim() !== '' && { q: words.trim() }),
    ...(status !== undefined && { publishStatus: status }),
    ...(tab === 'deleted' && { isDeleted: '1' }),
  };
}
