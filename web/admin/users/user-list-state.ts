import { z } from 'zod';

const Status = z.enum(['enabled', 'disabled']);
type Status = z.infer<typeof Status>;

export type UserListState =
  | { readonly kind: 'console' }
  | {
      readonly kind: 'all';
      /** Prefix of the email address. */
      readonly email: string;
      readonly status: Status | undefined;
      readonly pageToken: string | undefined;
    };

export type AllAccounts = Extract<UserListState, { kind: 'all' }>;

export const allAccounts: AllAccounts = { kind: 'all', email: '', status: undefined, pageToken: undefined };

const MAX_EMAIL = 254;
const MAX_TOKEN = 4096;

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

export function toUserSearch(state: UserListState): string {
  if (state.kind === 'console') return '';
  const { email, status, pageToken } = state;
  const search = new URLSearchParams({ accounts: 'all' });
  if (email !== '') search.set('email', email);
  if (status !== undefined) search.set('status', status);
  if (pageToken !== undefined) search.set('pageToken', pageToken);
  return `?${search}`;
}
