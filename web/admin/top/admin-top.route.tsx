import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminCommentApi } from '#contract/admin-comments.ts';
import { overviewApi } from '#contract/overview.ts';
import { scheduleApi } from '#contract/schedule.ts';
import { useActor } from '../../session/actor.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireSession } from '../../session/guards.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/admin-top.route.ts';
import { ActivityChart } from './activity/activity-chart.tsx';
import { ClockNotice } from './clock-notice.tsx';
import { Happenings } from './happenings.tsx';
import { NextUp } from './next-up.tsx';
import { ServiceBox } from './service-box.tsx';
import { StorageNotice } from './storage-notice.tsx';
import { Unfinished } from './unfinished.tsx';
import './top.css';

const NEXT_UP = 5;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSession(request);
  const call = screenCall(request);
  const [{ items, pagerKey, clock }, waiting, overview] = await Promise.all([
    call(scheduleApi.list, { query: { count: NEXT_UP } }),
    call(adminCommentApi.waiting, {}),
    call(overviewApi.read, {}),
  ]);
  return {
    ...{ next: items, hasMore: pagerKey !== null, clock },
    waiting: new Map(waiting.map(({ serviceId, ...counts }) => [serviceId, counts])),
    ...{ unfinished: overview.unfinished, happened: overview.happened, storage: overview.storage },
    counts: new Map(overview.counts.map((counts) => [counts.serviceId, counts])),
  };
}

export default function AdminTopRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const { name, role, services } = useActor();
  const { next, hasMore, clock, waiting, unfinished, happened, counts, storage } = loaderData;
  const isAdmin = role === 'admin';
  return (
    <>
      <PageTitle title={t('top.greeting', { name })} documentTitle={t('page.adminTop')} />
      {storage && <StorageNotice trouble={storage} />}
      <ClockNotice clock={clock} isAdmin={isAdmin} />
      {services.length === 0 ? (
        <EmptyState title={t('top.empty')} body={t(isAdmin ? 'top.emptyAdmin' : 'top.emptyOther')}>
          {isAdmin && (
            <Button component={Link} to="/admin/services/create">
              {t('top.createService')}
            </Button>
          )}
        </EmptyState>
      ) : (
        <>
          <section aria-labelledby="own-services">
            <h2 id="own-services">{t('top.services')}</h2>
            <ul className="service-boxes">
              {services.map((service) => (
                <ServiceBox
                  key={service.serviceId}
                  service={service}
                  waiting={waiting.get(service.serviceId)}
                  counts={counts.get(service.serviceId)}
                />
              ))}
            </ul>
          </section>
          <div className="top-columns">
            <Unfinished posts={unfinished} services={services} />
            <NextUp posts={next} hasMore={hasMore} services={services} />
          </div>
          <ActivityChart services={services} />
          <Happenings happened={happened} services={services} />
        </>
      )}
    </>
  );
}
