import { Button } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type AuditEntry, auditApi } from '#contract/audit.ts';
import { backgroundCall, screenCall } from '../../session/console-call.ts';
import { requireAdmin } from '../../session/guards.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { TrailPager } from '../ui/trail-pager.tsx';
import type { Route } from './+types/audit-list.route.ts';
import { AuditFilter } from './audit-filter.tsx';
import { type AuditNames, findTitles, loadAuditNames, resolveNames, unknownUsersIn } from './audit-names.ts';
import {
  type AuditState,
  isAuditFiltered,
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
