import { FileSort } from '#contract/admin-files.ts';
import { Order } from '#contract/paging.ts';
import { readPageToken } from '../../ui/search-params.ts';

export const scopes = ['library', 'unused', 'removed'] as const;
type LibraryScope = (typeof scopes)[number];

export interface LibraryState {
  readonly name: string;
  /** File type or MIME type; empty for all. */
  readonly type: string;
  readonly scope: LibraryScope;
  readonly sort: FileSort;
  readonly order: Order;
  readonly pageToken: string | undefined;
}

export const wholeLibrary: LibraryState = {
  name: '',
  type: '',
  scope: 'library',
  sort: 'createdAt',
  order: 'desc',
  pageToken: undefined,
};

export const MAX_NAME_SEARCH = 128;
const TYPE = /^(image|file|[0-9a-z_.-]{1,50}\/[0-9a-z_.+-]{1,49})$/;

export function readLibraryState(search: URLSearchParams): LibraryState {
  const type = search.get('type') ?? '';
  return {
    name: (search.get('name') ?? '').toWellFormed().replaceAll('\0', '').slice(0, MAX_NAME_SEARCH),
    type: TYPE.test(type) ? type : '',
    scope: scopes.find((scope) => scope === search.get('show')) ?? wholeLibrary.scope,
    sort: FileSort.safeParse(search.get('sort')).data ?? wholeLibrary.sort,
    order: Order.safeParse(search.get('order')).data ?? wholeLibrary.order,
    pageToken: readPageToken(search),
  };
}

export function toLibrarySearch(state: LibraryState): string {
  const { scope, pageToken, ...rest } = state;
  const search = new URLSearchParams();
  const set = (name: string, value: string, plain: string) => value !== plain && search.set(name, value);
  for (const name of ['name', 'type', 'sort', 'order'] as const) set(name, rest[name], wholeLibrary[name]);
  set('show', scope, wholeLibrary.scope);
  set('pageToken', pageToken ?? '', '');
  return search.size > 0 ? `?${search}` : '';
}

export function toLibraryQuery({ name, type, scope, sort, order, pageToken }: LibraryState) {
  const isUnused = scope === 'unused' ? '1' : undefined;
  const isRemoved = scope === 'removed' ? '1' : undefined;
  const filter = { ...(name.trim() !== '' && { name: name.trim() }), ...(type !== '' && { type }) };
  return { ...filter, sort, order, isUnused, isRemoved, pageToken };
}

export function isSearched({ name, type }: LibraryState): boolean {
  return name !== '' || type !== '';
}
