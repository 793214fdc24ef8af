import { Button } from '@mantine/core';
import { Clock, HardDrive, type LucideIcon, MessageSquareDot } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminCommentApi, type WaitingComments as Waiting } from '#contract/admin-comments.ts';
import type { ServiceRecord } from '#contract/admin-services.ts';
import { type ServiceCounts as Counts, overviewApi, type StorageTrouble } from '#contract/overview.ts';
import { type ClockState, scheduleApi } from '#contract/schedule.ts';
import { locales, useLanguage } from '../../i18n/language.ts';
import { sortByLabel } from '../../i18n/sort-by-label.ts';
import {
  commentListPath,
  contentSettingsPath,
  fileLibraryPath,
  postListPath,
  SERVICE_CREATE_PATH,
} from '../../paths/console.ts';
import { useActor } from '../../session/actor.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireSession } from '../../session/guards.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { useFileSize } from '../files/use-file-size.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/admin-top.route.ts';
import { ActivityChart } from './activity/activity-chart.tsx';
import { NextUp, RecentActivity, Unfinished } from './top-lists.tsx';
import './top.css';

const STATES = ['published', 'reserved', 'draft', 'unpublished'] as const;

interface ServiceCountsProps {
  readonly counts: Counts;
  readonly functions: ServiceRecord['functions'];
}

function ServiceCounts({ counts, functions }: ServiceCountsProps) {
  const { t } = useTranslation('console');
  const numbers = new Intl.NumberFormat(locales[useLanguage()]);
  const { posts, comments, files, votes } = counts;
  const shown: [name: string, count: number][] = [];
  if (functions.includes('post')) {
    for (const state of STATES) {
      if (posts[state] > 0 || state === 'published') shown.push([t(`posts.status.${state}`), posts[state]]);
    }
    shown.push([t('overview.files'), files]);
  }
  if (functions.includes('comment')) shown.push([t('overview.comments'), comments], [t('overview.votes'), votes]);
  return (
    <dl className="service-counts ui-row ui-gap-1-4 ui-note">
      {shown.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{numbers.format(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

const TEXTS = {
  low: ['top.storageLow', 'top.storageLowBody'],
  full: ['top.storageFull', 'top.storageFullBody'],
  'read-only': ['top.storageFailed', 'top.storageFailedBody'],
  'io-error': ['top.storageFailed', 'top.storageFailedBody'],
} as const;

interface TopNoticeProps {
  readonly icon: LucideIcon;
  readonly title: ReactNode;
  readonly children: ReactNode;
}

function TopNotice({ icon: Icon, title, children }: TopNoticeProps) {
  return (
    <div className="notice" data-kind="warning" role="status">
      <Icon />
      <div>
        <p className="ui-strong">{title}</p>
        {children}
      </div>
    </div>
  );
}

function StorageNotice({ trouble: { kind, freeBytes = 0 } }: { trouble: StorageTrouble }) {
  const { t } = useTranslation('console');
  const sizeOf = useFileSize();
  const [title, body] = TEXTS[kind];
  return (
    <TopNotice icon={HardDrive} title={t(title, { free: sizeOf(freeBytes) })}>
      <p>{t(body)}</p>
    </TopNotice>
  );
}

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
    next: items,
    hasMore: pagerKey !== null,
    clock,
    waiting: new Map(waiting.map(({ serviceId, ...counts }) => [serviceId, counts])),
    unfinished: overview.unfinished,
    happened: overview.happened,
    storage: overview.storage,
    counts: new Map(overview.counts.map((counts) => [counts.serviceId, counts])),
  };
}

export default function AdminTopRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const language = useLanguage();
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
            <Button component={Link} to={SERVICE_CREATE_PATH}>
              {t('top.createService')}
            </Button>
          )}
        </EmptyState>
      ) : (
        <>
          <section aria-labelledby="own-services">
            <h2 id="own-services">{t('top.services')}</h2>
            <ul className="service-boxes ui-grid ui-gap-4">
              {sortByLabel(services, language, ({ label }) => label).map((service) => (
                <ServiceBox
                  key={service.serviceId}
                  service={service}
                  waiting={waiting.get(service.serviceId)}
                  counts={counts.get(service.serviceId)}
                />
              ))}
            </ul>
          </section>
          <div className="top-columns ui-grid ui-gap-6">
            <Unfinished posts={unfinished} services={services} />
            <NextUp posts={next} hasMore={hasMore} services={services} />
          </div>
          <ActivityChart services={services} />
          <RecentActivity entries={happened} services={services} />
        </>
      )}
    </>
  );
}

function ClockNotice({ clock: { lateSince }, isAdmin }: { clock: ClockState; isAdmin: boolean }) {
  const { t } = useTranslation('console');
  if (lateSince === undefined) return null;
  return (
    <TopNotice
      icon={Clock}
      title={
        <>
          {t('top.clockLate')} <DateTime value={lateSince} withTime />
        </>
      }
    >
      <p>{t('top.clockLateBody')}</p>
      <p>{t(isAdmin ? 'top.clockLateAdmin' : 'top.clockLateOther')}</p>
    </TopNotice>
  );
}

interface ServiceBoxProps {
  readonly service: ServiceRecord;
  readonly waiting: Waiting | undefined;
  readonly counts: Counts | undefined;
}

function ServiceBox({ service, waiting, counts }: ServiceBoxProps) {
  const { t } = useTranslation('console');
  const { serviceId, label, functions } = service;
  return (
    <li className="service-box ui-panel-ruled ui-column ui-gap-3">
      <h3>
        {label} <span className="service-id ui-note">{`(${serviceId})`}</span>
      </h3>
      {functions.includes('post') && (
        <>
          <Link to={postListPath(serviceId)}>{t('function.managePosts')}</Link>
          <Link to={fileLibraryPath(serviceId)}>{t('files.heading')}</Link>
        </>
      )}
      {functions.includes('comment') && <WaitingComments serviceId={serviceId} label={label} counts={waiting} />}
      {functions.length === 0 && <p className="ui-quiet">{t('empty.list')}</p>}
      {counts && functions.length > 0 && <ServiceCounts counts={counts} functions={functions} />}
    </li>
  );
}

interface WaitingCommentsProps {
  readonly serviceId: string;
  /** Label of the service for screen readers, which may announce the links out of context. */
  readonly label: string;
  readonly counts: Waiting | undefined;
}

function WaitingComments({ serviceId, label, counts }: WaitingCommentsProps) {
  const { t } = useTranslation('console');
  const { unconfirm = 0, unpublish = 0 } = counts ?? {};
  return (
    <>
      <Link to={commentListPath(serviceId)}>{t('function.manageComments')}</Link>
      {unconfirm > 0 && (
        <Link
          className="ui-inline ui-middle ui-gap-1 ui-strong"
          to={commentListPath(serviceId, '?publishStatus=unconfirm')}
        >
          <MessageSquareDot />
          {t('top.commentsWaiting', { count: unconfirm })}
          <span className="sr-only">{`(${label})`}</span>
        </Link>
      )}
      {unpublish > 0 && (
        <Link className="ui-quiet" to={commentListPath(serviceId, '?publishStatus=unpublish')}>
          {t('top.commentsUnpublished', { count: unpublish })}
          <span className="sr-only">{`(${label})`}</span>
        </Link>
      )}
      <Link to={contentSettingsPath(serviceId)}>{t('contents.heading')}</Link>
    </>
  );
}
