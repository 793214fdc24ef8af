import { MAX_FILTER, PostFilter, PostSort } from '#contract/admin-posts.ts';
import { Order } from '#contract/paging.ts';
import { PostStatus } from '#contract/posts.ts';
import { CategorySlug } from '#contract/slugs.ts';
import { TagFilter } from '#contract/tags.ts';
import { readStored, store } from '../../../ui/browser-storage.ts';

export interface ListState {
  readonly sort: PostSort;
  readonly order: Order;
  readonly category: string;
  readonly tag: string;
  readonly status: PostStatus | '';
  readonly filter: PostFilter | undefined;
  readonly size: PageSize;
  readonly index: number;
  /** Cursor from the server at which the page starts; undefined on the first page. */
  readonly pagerKey: string | undefined;
}

export const pageSizes = [10, 20, 50] as const;
export type PageSize = (typeof pageSizes)[number];
export const USUAL_SIZE: PageSize = 20;

/** Limits the remembered pager keys and thereby the number of pages. */
export const MAX_PAGES = 1000;

/** Maximum key length that the server accepts; keys of lists sorted by title contain the title. */
const MAX_KEY = 2500;

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

export function readPageSize(value: unknown): PageSize | undefined {
  return pageSizes.find((size) => String(size) === String(value));
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

export function firstPage(state: ListState): ListState {
  return { ...state, index: 0, pagerKey: undefined };
}

/** Starts with the newest or with A; sorting by the same column again reverses the order. */
export function sortedBy(state: ListState, sort: PostSort): ListState {
  const first = sort === 'title' ? 'asc' : 'desc';
  const second = sort === 'title' ? 'desc' : 'asc';
  const order = state.sort === sort && state.order === first ? second : first;
  return { ...firstPage(state), sort, order };
}

export type Narrowing = Pick<ListState, 'filter' | 'category' | 'tag'>;

export const everything: Narrowing = { filter: undefined, category: '', tag: '' };

export function isNarrowed({ category, tag, filter }: ListState): boolean {
  return category !== '' || tag !== '' || filter !== undefined;
}

export function isFiltered(state: ListState): boolean {
  return isNarrowed(state) || state.status !== '';
}

interface Memory {
  readonly search: string;
  readonly list: string;
  /** Pager keys by page number; the first page has an empty one. */
  readonly keys: readonly string[];
}

const NOTHING: Memory = { search: '', list: '', keys: [''] };

const nameOf = (serviceId: string) => `kawaraban.posts.${serviceId}`;

export function rememberPage(serviceId: string, state: ListState, nextKey: string | undefined): void {
  const list = toSearch(firstPage(state));
  const before = read(serviceId);
  const keys = before.list === list ? [...before.keys] : [''];
  if (state.index > 0 && state.pagerKey !== undefined) keys[state.index] = state.pagerKey;
  if (nextKey !== undefined && state.index + 1 < MAX_PAGES) keys[state.index + 1] = nextKey;
  const memory: Memory = { search: toSearch(state), list, keys: Array.from(keys, (key) => key ?? '') };
  // A full storage keeps no outdated page.
  store('sessionStorage', nameOf(serviceId), undefined);
  store('sessionStorage', nameOf(serviceId), memory);
}

export function rememberedSearch(serviceId: string): string {
  return read(serviceId).search;
}

export function pageOf(serviceId: string, state: ListState, index: number): ListState {
  const { list, keys } = read(serviceId);
  const pagerKey = list === toSearch(firstPage(state)) ? keys[index] : undefined;
  return pagerKey === undefined || pagerKey === '' ? firstPage(state) : { ...state, index, pagerKey };
}

function read(serviceId: string): Memory {
  const memory = readStored('sessionStorage', nameOf(serviceId)) as Memory | null | undefined;
  return memory && Array.isArray(memory.keys) ? memory : NOTHING;
}
