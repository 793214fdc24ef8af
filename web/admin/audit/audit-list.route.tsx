import { Button, NativeSelect, TextInput } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { type SubmitEvent, useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { AuditAction, type AuditEntry, auditApi } from '#contract/audit.ts';
import { backgroundCall, screenCall } from '../../session/console-call.ts';
import { requireAdmin } from '../../session/guards.ts';
import { ConsoleForm } from '../ui/console-form.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { fromLocalInput, toLocalInput } from '../ui/local-time.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { TrailPager } from '../ui/trail-pager.tsx';
import type { Route } from './+types/audit-list.route.ts';
import {
  type AuditNames,
  findTitles,
  loadAuditNames,
  resolveNames,
  toLoggedName,
  toWrittenName,
  unknownUsersIn,
} from './audit-names.ts';
import {
  type AuditState,
  isAuditFiltered,
  MAX_NAME,
  readAuditState,
  toAuditQuery,
  toAuditSearch,
  wholeLog,
} from './audit-state.ts';
import { AuditTable } from './audit-table.tsx';
import './audit.css';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  const state = readAuditState(new URL(request.url).searchParams);
  const call = screenCall(request);
  const names = await loadAuditNames(call);
  const query = toAuditQuery(await resolveNames(call, names, state));
  const page = await call(auditApi.list, { query });
  return { state, names, entries: page.items, nextToken: page.pageToken ?? undefined };
}

export const HydrateFallback = () => <ListSkeleton title="page.audit" />;

export default function AuditListRoute({ loaderData }: Route.ComponentProps) {
  const { state, entries, nextToken } = loaderData;
  const names = useUnknownUsers(loaderData.names, state, entries);
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const show = (requested: AuditState) =>
    void navigate({ search: toAuditSearch(requested) }, { preventScrollReset: true });
  return (
    <>
      <PageTitle title={t('page.audit')} />
      <p className="lead">{t('audit.lead')}</p>
      <AuditFilter state={state} names={names} onRun={show} />
      {entries.length > 0 ? (
        <AuditTable entries={entries} names={names} />
      ) : (
        <EmptyState title={t('audit.empty')}>
          {isAuditFiltered(state) && (
            <Button variant="default" onClick={() => show(wholeLog)}>
              {t('posts.filter.reset')}
            </Button>
          )}
        </EmptyState>
      )}
      <TrailPager
        page={state.pageToken}
        next={nextToken}
        searchOf={(pageToken) => toAuditSearch({ ...state, pageToken })}
      />
    </>
  );
}

function useUnknownUsers(names: AuditNames, state: AuditState, entries: readonly AuditEntry[]): AuditNames {
  const [titles, setTitles] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    let isCurrent = true;
    void findTitles(backgroundCall, unknownUsersIn(entries, state, names)).then((more) => {
      if (isCurrent && Object.keys(more).length > 0) setTitles((before) => ({ ...before, ...more }));
    });
    return () => {
      isCurrent = false;
    };
  }, [names, state, entries]);
  return useMemo(() => ({ ...names, users: { ...titles, ...names.users } }), [names, titles]);
}

interface AuditFilterProps {
  readonly state: AuditState;
  readonly names: AuditNames;
  readonly onRun: (state: AuditState) => void;
}

interface Typed {
  readonly action: string;
  readonly actor: string;
  readonly target: string;
  readonly since: string;
  readonly until: string;
}

function toTyped({ action, actor, target, since, until }: AuditState, names: AuditNames): Typed {
  return {
    action: action ?? '',
    actor: toWrittenName(names, actor),
    target: toWrittenName(names, target),
    since: toLocalInput(since ?? null),
    until: toLocalInput(until ?? null),
  };
}

function toState({ action, actor, target, since, until }: Typed, names: AuditNames): AuditState {
  return {
    ...wholeLog,
    action: AuditAction.safeParse(action).data,
    actor: toLoggedName(names, actor),
    target: toLoggedName(names, target),
    since: fromLocalInput(since) ?? undefined,
    until: fromLocalInput(until) ?? undefined,
  };
}

function AuditFilter({ state, names, onRun }: AuditFilterProps) {
  const { t } = useTranslation('console');
  const known = useId();
  const [typed, setTyped] = useState(() => toTyped(state, names));
  const [isOpen, setIsOpen] = useState(isAuditFiltered(state));
  const field = (name: keyof Typed) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });

  const filterKey = JSON.stringify({ ...state, pageToken: undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the URL, compared by value
  useEffect(() => {
    setTyped(toTyped(state, names));
    if (isAuditFiltered(state)) setIsOpen(true);
  }, [filterKey]);

  // Names found after rendering replace raw ids in fields that the user has not edited.
  const actor = toWrittenName(names, state.actor);
  const target = toWrittenName(names, state.target);
  useEffect(() => {
    setTyped((before) => ({
      ...before,
      actor: before.actor === state.actor ? actor : before.actor,
      target: before.target === state.target ? target : before.target,
    }));
  }, [actor, target, state.actor, state.target]);

  function run(event: SubmitEvent): void {
    event.preventDefault();
    onRun(toState(typed, names));
  }

  function reset(): void {
    // Resets the fields explicitly, because the address does not change when nothing was searched for.
    setTyped(toTyped(wholeLog, names));
    onRun(wholeLog);
  }

  const nameProps = { list: known, maxLength: MAX_NAME, autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <details className="filter ui-below-4" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <ListFilter />
        {t('posts.filter.heading')}
      </summary>
      <ConsoleForm isSearch className="filter-form ui-panel ui-grid ui-bottom ui-gap-3-4" onSubmit={run}>
        <NativeSelect
          label={t('audit.action')}
          data={[
            { value: '', label: t('audit.anyAction') },
            ...AuditAction.options.map((value) => ({ value, label: t(`audit.actions.${value}`) })),
          ]}
          {...field('action')}
        />
        <TextInput label={t('audit.actor')} {...nameProps} {...field('actor')} />
        <TextInput label={t('audit.target')} {...nameProps} {...field('target')} />
        <TextInput label={t('audit.since')} type="datetime-local" {...field('since')} />
        <TextInput label={t('audit.until')} type="datetime-local" {...field('until')} />
        <datalist id={known}>
          {[...Object.values(names.users), ...Object.values(names.keys)].map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <div className="ui-line ui-gap-2">
          <Button type="submit">{t('posts.filter.run')}</Button>
          <Button variant="default" onClick={reset}>
            {t('posts.filter.reset')}
          </Button>
        </div>
      </ConsoleForm>
    </details>
  );
}
