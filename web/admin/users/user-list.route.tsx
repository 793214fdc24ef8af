import { Button, TextInput } from '@mantine/core';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { adminUserApi, type User } from '#contract/admin-users.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireAdmin } from '../../session/guards.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { TrailPager } from '../ui/trail-pager.tsx';
import type { Route } from './+types/user-list.route.ts';
import { AccountFilter } from './account-filter.tsx';
import { type AllAccounts, allAccounts, readUserListState, toUserSearch } from './user-list-state.ts';
import { CREATE_USER_PATH, USERS_PATH } from './user-paths.ts';
import { matchingUsers } from './user-state.ts';
import { UserTable } from './user-table.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  const state = readUserListState(new URL(request.url).searchParams);
  const call = screenCall(request);
  if (state.kind === 'console') return { state, users: await call(adminUserApi.list, {}) };
  const { email, status, pageToken } = state;
  const query = { email: email === '' ? undefined : email, status, pageToken };
  const page = await call(adminUserApi.search, { query });
  return { state, users: page.items, nextToken: page.pageToken ?? undefined };
}

export function HydrateFallback() {
  const { t } = useTranslation('console');
  return <ListSkeleton title={t('page.users')} />;
}

export default function UserListRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const { state, users } = loaderData;
  return (
    <>
      <PageTitle title={t('page.users')}>
        <Button component={Link} to={CREATE_USER_PATH} leftSection={<UserPlus size={16} aria-hidden="true" />}>
          {t('users.create')}
        </Button>
      </PageTitle>
      <nav className="section-tabs" aria-label={t('users.kinds')}>
        <Link to={USERS_PATH} aria-current={state.kind === 'console' ? 'page' : undefined}>
          {t('users.console')}
        </Link>
        <Link to={{ search: toUserSearch(allAccounts) }} aria-current={state.kind === 'all' ? 'page' : undefined}>
          {t('users.all')}
        </Link>
      </nav>
      {state.kind === 'console' ? (
        <ConsoleAccounts users={users} />
      ) : (
        <AllAccountsPage state={state} users={users} nextToken={loaderData.nextToken} />
      )}
    </>
  );
}

function ConsoleAccounts({ users }: { users: readonly User[] }) {
  const { t } = useTranslation('console');
  const [words, setWords] = useState('');
  const shown = matchingUsers(users, words);
  return (
    <>
      <div className="list-tools">
        <TextInput
          className="grows"
          type="search"
          label={t('users.filter')}
          value={words}
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setWords(target.value)}
        />
        <p className="count" role="status">
          {shown.length < users.length && t('users.count', { shown: shown.length, all: users.length })}
        </p>
      </div>
      {shown.length > 0 ? <UserTable users={shown} /> : <EmptyState title={t('users.noMatch')} />}
    </>
  );
}

interface AllAccountsPageProps {
  readonly state: AllAccounts;
  readonly users: readonly User[];
  readonly nextToken: string | undefined;
}

function AllAccountsPage({ state, users, nextToken }: AllAccountsPageProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  return (
    <>
      <AccountFilter
        state={state}
        onRun={(wanted) => void navigate({ search: toUserSearch(wanted) }, { preventScrollReset: true })}
      />
      {users.length > 0 ? <UserTable users={users} /> : <EmptyState title={t('users.noMatch')} />}
      <TrailPager
        first={toUserSearch({ ...state, pageToken: undefined })}
        next={nextToken === undefined ? undefined : toUserSearch({ ...state, pageToken: nextToken })}
        isFirst={state.pageToken === undefined}
      />
    </>
  );
}
