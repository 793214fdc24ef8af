import { z } from 'zod';

const Status = z.enum(['enabled', 'disabled']);
type Status = z.infer<typeof Status>;

/** What the address of the list says: the console's accounts, or a page of all of them. */
export type UserListState =
  | { readonly kind: 'console' }
  | {
      readonly kind: 'all';
      /** The beginning of an address. */
      readonly email: string;
      readonly status: Status | undefined;
      /** Where the page before ended; the first page has none. */
      readonly pageToken: string | undefined;
    };

export type AllAccounts = Extract<UserListState, { kind: 'all' }>;

export const allAccounts: AllAccounts = { kind: 'all', email: '', status: undefined, pageToken: undefined };

const MAX_EMAIL = 254;
const MAX_TOKEN = 4096;

/** Whatever the address says that means nothing is left out. */
export function readUserListState(search: URLSearchParams): UserListState {
  if (search.get('accounts') !== 'all') return { kind: 'console' };
  const pageToken = search.get('pageToken') ?? '';
  return {
    kind: 'all',
    email: (search.get('email') ?? '').trim().slice(0, MAX_EMAIL),
    status: Status.safeParse(search.get('status')).data,
    pageToken: pageToken === '' || pageToken.length > MAX_TOKEN ? undefined : pageToken,
  };
}

/** The query for a list, as short as can be. */
export function toUserSearch(state: UserListState): string {
  if (state.kind === 'console') return '';
  const { email, status, pageToken } = state;
  const search = new URLSearchParams({ accounts: 'all' });
  if (email !== '') search.set('email', email);
  if (status !== undefined) search.set('status', status);
  if (pageToken !== undefined) search.set('pageToken', pageToken);
  return `?${search}`;
}
