import { MAX_FILTER, PostFilter, PostSort } from '#contract/admin-posts.ts';
import { Order } from '#contract/paging.ts';
import { CategorySlug } from '#contract/slugs.ts';

/** What the address of the list says: which posts, in which order, and which page of them. */
export interface ListState {
  readonly sort: PostSort;
  readonly order: Order;
  readonly category: string;
  /** Nothing is filtered without a value. */
  readonly filter: PostFilter | undefined;
  /** Counts pages from 0. */
  readonly index: number;
  /** Where the page before ended, as the server said it; the first page has none. */
  readonly pagerKey: string | undefined;
}

/** How many keys of pages are remembered, and with that, how far the pager goes. */
export const MAX_PAGES = 1000;

/** As long as the server takes them: some hold a title. */
const MAX_KEY = 2500;

/** Whatever the address says that means nothing is left out. */
export function readListState(search: URLSearchParams): ListState {
  const { index, pagerKey } = readPage(search);
  return {
    sort: PostSort.safeParse(search.get('sort')).data ?? 'createdAt',
    order: Order.safeParse(search.get('order')).data ?? 'desc',
    category: CategorySlug.safeParse(search.get('category')).data ?? '',
    filter: readFilter(search.get('filters')),
    index,
    pagerKey,
  };
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
export function toSearch({ sort, order, category, filter, index, pagerKey }: ListState): string {
  const search = new URLSearchParams();
  if (sort !== 'createdAt') search.set('sort', sort);
  if (order !== 'desc') search.set('order', order);
  if (category !== '') search.set('category', category);
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

export function isFiltered({ category, filter }: ListState): boolean {
  return category !== '' || filter !== undefined;
}
