import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ServiceRecord } from '#contract/admin-services.ts';
import type { ActivityEntry, UnfinishedPost } from '#contract/overview.ts';
import type { ScheduledPost } from '#contract/schedule.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { postDetailPath, postEditPath } from '../../paths/console.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { ActivitySentence } from './activity-sentence.tsx';

interface Services {
  readonly services: readonly ServiceRecord[];
}

export function Unfinished({ posts, services }: Services & { readonly posts: readonly UnfinishedPost[] }) {
  const { t } = useTranslation('console');
  return (
    <TopList id="unfinished" heading={t('overview.unfinished')} empty={t('overview.unfinishedEmpty')}>
      {posts.map(({ serviceId, postId, title, at, kind }) => (
        <TopItem key={postId} at={at}>
          <Link to={postEditPath(serviceId, postId)} lang={contentLanguage(title)}>
            {title === '' ? t('overview.noTitle') : title}
          </Link>
          <span className="ui-quiet">{t(`overview.kind.${kind}`)}</span>
          {services.length > 1 && <ServiceName serviceId={serviceId} services={services} />}
        </TopItem>
      ))}
    </TopList>
  );
}

interface NextUpProps extends Services {
  readonly posts: readonly ScheduledPost[];
  readonly hasMore: boolean;
}

export function NextUp({ posts, hasMore, services }: NextUpProps) {
  const { t } = useTranslation('console');
  const more = hasMore && <p className="ui-quiet ui-above-4">{t('top.nextUpMore')}</p>;
  return (
    <TopList id="next-up" heading={t('top.nextUp')} empty={t('top.nextUpEmpty')} more={more}>
      {posts.map(({ serviceId, postId, title, effectiveAt }) => (
        <TopItem key={postId} at={effectiveAt}>
          <Link to={postDetailPath(serviceId, postId)}>{title}</Link>
          <ServiceName serviceId={serviceId} services={services} />
        </TopItem>
      ))}
    </TopList>
  );
}

export function Happened({ entries, services }: Services & { readonly entries: readonly ActivityEntry[] }) {
  const { t } = useTranslation('console');
  return (
    <TopList id="happened" heading={t('overview.happened')} empty={t('overview.happenedEmpty')}>
      {entries.map((entry, index) => (
        <TopItem key={`${entry.at} ${entry.kind} ${entry.postId ?? index}`} at={entry.at}>
          <ActivitySentence entry={entry} />
          {services.length > 1 && <ServiceName serviceId={entry.serviceId} services={services} />}
        </TopItem>
      ))}
    </TopList>
  );
}

interface TopListProps {
  readonly id: string;
  readonly heading: string;
  readonly empty: string;
  readonly more?: ReactNode;
  readonly children: readonly ReactNode[];
}

function TopList({ id, heading, empty, more, children }: TopListProps) {
  return (
    <section className="next-up" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {children.length === 0 ? (
        <p className="ui-quiet ui-above-4">{empty}</p>
      ) : (
        <ol className="next-up-posts">{children}</ol>
      )}
      {more}
    </section>
  );
}

function TopItem({ at, children }: { at: string; children: ReactNode }) {
  return (
    <li>
      <span className="next-up-time ui-quiet ui-digits">
        <DateTime value={at} withTime isShort />
      </span>
      <span className="next-up-post ui-row ui-baseline ui-gap-0-3">{children}</span>
    </li>
  );
}

function ServiceName({ serviceId, services }: Services & { readonly serviceId: string }) {
  const label = services.find((service) => service.serviceId === serviceId)?.label;
  return <span className="ui-quiet">{label ?? serviceId}</span>;
}
