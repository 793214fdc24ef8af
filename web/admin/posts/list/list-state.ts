import { MAX_FILTER, PostFilter, PostSort } from '#contract/admin-posts.ts';
import { Order } from '#contract/paging.ts';
import { PostStatus } from '#contract/posts.ts';
import { CategorySlug } from '#contract/slugs.ts';
import { TagFilter } from '#contract/tags.ts';

/** What the address of the list says: which posts, in which order, and which page of them. */
export interface ListState {
  readonly sort: PostSort;
  readonly order: Order;
  readonly category: string;
  /** The label of a tag; empty for posts of any. */
  readonly tag: string;
  readonly status: PostStatus | '';
  /** Nothing is filtered without a value. */
  readonly filter: PostFilter | undefined;
  /** How many posts stand on a page. */
  readonly size: PageSize;
  /** Counts pages from 0. */
  readonly index: number;
  /** Where the page before ended, as the server said it; the first page has none. */
  readonly pagerKey: string | undefined;
}

export const pageSizes = [10, 20, 50] as const;
export type PageSize = (typeof pageSizes)[number];
export const USUAL_SIZE: PageSize = 20;

/** How many keys of pages are remembered, and with that, how far the pager goes. */
export const MAX_PAGES = 1000;

/** As long as the server takes them: some hold a title. */
const MAX_KEY = 2500;

/** Whatever the address says that means nothing is left out; where it says no size, it is the preferred one. */
export function readListState(search: URLSearchParams, preferredSize: PageSize = USUAL_SIZE): ListState {
  const { index, pagerKey } = readPage(search);
  return {
    sort: PostSort.safeParse(search.get('sort')).data ?? 'createdAt',
    order: Order.safeParse(search.get('order')).data ?? 'desc',
    category: CategorySlug.safeParse(search.get('category')).data ?? '',
    tag: TagFilter.safeParse(search.get('tag')).data ?? '',
    status: PostStatus.safeParse(search.get('status')).data ?? '',
    filter: readFilter(search.get('filters')),
    size: readPageSize(search.get('count')) ?? preferredSize,
    index,
    pagerKey,
  };
}

export function readPageSize(said: unknown): PageSize | undefined {
  return pageSizes.find((size) => String(size) === String(said));
}

function readPage(search: URLSearchParams): Pick<ListState, 'index' | 'pagerKey'> {
  const index = Number(search.get('index') ?? 0);
  const pagerKey = search.get('pagerKey') ?? undefined;
  const isPage = Number.isInteger(index) && index > 0 && index < MAX_PAGES;
  if (!isPage) return { index: 0, pagerKey: undefined };
  return { index, pagerKey: pagerKey !== undefined && pagerKey.length <= MAX_KEY ? pagerKey : undefined };
}

function readFilter(json: string | null): PostFilter | undefined {
  if (json === null) return undefined;
  try {
    const filter = PostFilter.safeParse(JSON.parse(json)).data;
    return filter && filter.value !== '' ? filter : undefined;
  } catch {
    return undefined;
  }
}

/** The address for a list, as short as can be. */
export function toSearch({ sort, order, category, tag, status, filter, size, index, pagerKey }: ListState): string {
  const search = new URLSearchParams();
  if (sort !== 'createdAt') search.set('sort', sort);
  if (order !== 'desc') search.set('order', order);
  if (category !== '') search.set('category', category);
  if (tag !== '') search.set('tag', tag);
  if (status !== '') search.set('status', status);
  if (size !== USUAL_SIZE) search.set('count', String(size));
  if (filter) search.set('filters', JSON.stringify({ ...filter, value: filter.value.slice(0, MAX_FILTER) }));
  if (index > 0) search.set('index', String(index));
  if (index > 0 && pagerKey !== undefined) search.set('pagerKey', pagerKey);
  return search.size > 0 ? `?${search}` : '';
}

/** The same posts in the same order, from the first page. */
export function firstPage(state: ListState): ListState {
  return { ...state, index: 0, pagerKey: undefined };
}

/** Times begin with the newest, titles with A. Sorting by a column that sorts already turns the order round. */
export function sortedBy(state: ListState, sort: PostSort): ListState {
  const first = sort === 'title' ? 'asc' : 'desc';
  const second = sort === 'title' ? 'desc' : 'asc';
  const order = state.sort === sort && state.order === first ? second : first;
  return { ...firstPage(state), sort, order };
}

/** What narrows a list down, beside the state of its posts. */
export type Narrowing = Pick<ListState, 'filter' | 'category' | 'tag'>;

export const everything: Narrowing = { filter: undefined, category: '', tag: '' };

/** Whether the filter leaves posts out. */
export function isNarrowed({ category, tag, filter }: ListState): boolean {
  return category !== '' || tag !== '' || filter !== undefined;
}

/** Whether anything leaves posts out. */
export function isFiltered(state: ListState): boolean {
  return isNarrowed(state) || state.status !== '';
}
