import { Button, NativeSelect, TextInput } from '@mantine/core';
import { CircleAlert, UserPlus } from 'lucide-react';
import { type SubmitEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { adminUserApi, type User } from '#contract/admin-users.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { USER_CREATE_PATH, USER_LIST_PATH, userDetailPath } from '../../paths/console.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireAdmin } from '../../session/guards.ts';
import { Badge } from '../ui/badge.tsx';
import { ConsoleForm } from '../ui/console-form.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { NOTHING } from '../ui/facts.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { RecordTable } from '../ui/record-table.tsx';
import { FilterField } from '../ui/search-field.tsx';
import { TrailPager } from '../ui/trail-pager.tsx';
import type { Route } from './+types/user-list.route.ts';
import { type AllAccounts, allAccounts, readUserListState, toUserSearch } from './user-list-state.ts';
import { chosenName, matchingUsers, UserStatus } from './user-state.tsx';

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

export const HydrateFallback = () => <ListSkeleton title="frame.users" />;

export default function UserListRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const { state, users } = loaderData;
  return (
    <>
      <PageTitle title={t('frame.users')} documentTitle={t('page.users')}>
        <Button component={Link} to={USER_CREATE_PATH} leftSection={<UserPlus />}>
          {t('users.create')}
        </Button>
      </PageTitle>
      <nav className="section-tabs ui-line ui-gap-5" aria-label={t('users.kinds')}>
        <Link to={USER_LIST_PATH} aria-current={state.kind === 'console' ? 'page' : undefined}>
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
        <FilterField label={t('users.filter')} value={words} onChange={setWords} />
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
        onRun={(requested) => void navigate({ search: toUserSearch(requested) }, { preventScrollReset: true })}
      />
      {users.length > 0 ? <UserTable users={users} /> : <EmptyState title={t('users.noMatch')} />}
      <TrailPager
        page={state.pageToken}
        next={nextToken}
        searchOf={(pageToken) => toUserSearch({ ...state, pageToken })}
      />
    </>
  );
}

interface AccountFilterProps {
  readonly state: AllAccounts;
  readonly onRun: (requested: AllAccounts) => void;
}

function AccountFilter({ state, onRun }: AccountFilterProps) {
  const { t } = useTranslation('console');
  const [email, setEmail] = useState(state.email);
  const [status, setStatus] = useState(state.status);

  useEffect(() => {
    setEmail(state.email);
    setStatus(state.status);
  }, [state.email, state.status]);

  function run(event: SubmitEvent): void {
    event.preventDefault();
    onRun({ ...allAccounts, email: email.trim(), status });
  }

  function reset(): void {
    // Resets the fields explicitly, because the address does not change when nothing was searched for.
    setEmail(allAccounts.email);
    setStatus(allAccounts.status);
    onRun(allAccounts);
  }

  return (
    <ConsoleForm isSearch className="list-tools" onSubmit={run}>
      <TextInput
        className="grows"
        label={t('users.emailBegins')}
        type="search"
        value={email}
        maxLength={254}
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => setEmail(target.value)}
      />
      <NativeSelect
        label={t('users.status')}
        value={status ?? ''}
        data={[
          { value: '', label: t('users.anyStatus') },
          { value: 'enabled', label: t('users.enabled') },
          { value: 'disabled', label: t('users.state.disabled') },
        ]}
        onChange={({ target }) => setStatus(target.value === '' ? undefined : (target.value as AllAccounts['status']))}
      />
      <Button type="submit">{t('posts.filter.run')}</Button>
      <Button variant="default" onClick={reset}>
        {t('posts.filter.reset')}
      </Button>
    </ConsoleForm>
  );
}

function UserTable({ users }: { users: readonly User[] }) {
  const { t } = useTranslation('console');
  return (
    <RecordTable
      caption={t('frame.users')}
      rows={users}
      keyOf={({ username }) => username}
      columns={[
        { title: t('users.email'), cell: (user) => <UserHead user={user} /> },
        { title: t('users.name'), cell: (user) => nameOf(user) ?? NOTHING },
        { title: t('users.role'), cell: ({ role }) => t(`role.${role}`) },
        { title: t('users.status'), cell: (user) => <UserStatus user={user} /> },
        { title: t('users.createdAt'), timeOf: ({ createdAt }) => createdAt },
      ]}
    />
  );
}

function UserHead({ user }: { user: User }) {
  const { t } = useTranslation('console');
  const { username, email, emailVerified, role } = user;
  const title = email === '' ? username : email;
  return (
    <>
      <Link to={userDetailPath(username)}>{title}</Link>
      {email !== '' && !emailVerified && <Badge tone="waiting" icon={CircleAlert} text={t('users.unverified')} />}
      {username !== title && <span className="record-sub record-id">{username}</span>}
      <span className="narrow">
        {nameOf(user)}
        <span>{t(`role.${role}`)}</span>
        <UserStatus user={user} />
      </span>
    </>
  );
}

function nameOf(user: User) {
  const name = chosenName(user);
  return name && <span lang={contentLanguage(name)}>{name}</span>;
}
