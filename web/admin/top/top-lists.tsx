import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ServiceRecord } from '#contract/admin-services.ts';
import type { ActivityEntry, UnfinishedPost } from '#contract/overview.ts';
import type { ScheduledPost } from '#contract/schedule.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { contentCommentsPath, postBinPath, postDetailPath, postEditPath } from '../../paths/console.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { useName } from '../people/use-name.ts';

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

export function RecentActivity({ entries, services }: Services & { readonly entries: readonly ActivityEntry[] }) {
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

function ActivitySentence({ entry }: { entry: ActivityEntry }) {
  const { t } = useTranslation('console');
  if (entry.kind === 'commented') return <CommentSentence entry={entry} />;
  if (entry.kind !== 'went-live') return <ActionSentence entry={entry} />;
  const { title } = entry;
  return <Sentence sentence={t('overview.did.went-live', { title: TITLE })} to={pathOf(entry)} title={title} />;
}

type ActionEntry = Extract<ActivityEntry, { by: string }>;
type Commented = Extract<ActivityEntry, { kind: 'commented' }>;

function ActionSentence({ entry }: { entry: ActionEntry }) {
  const { t } = useTranslation('console');
  const name = useName(entry.by);
  const { kind, times, title } = entry;
  return (
    <>
      <Sentence sentence={t(`overview.did.${kind}`, { name, title: TITLE })} to={pathOf(entry)} title={title} />
      {times > 1 && <span className="ui-quiet">{t('overview.times', { count: times })}</span>}
    </>
  );
}

function pathOf({ kind, serviceId, postId }: ActivityEntry): string | undefined {
  if (kind === 'deleted') return postBinPath(serviceId);
  return postId === null ? undefined : postDetailPath(serviceId, postId);
}

function CommentSentence({ entry }: { entry: Commented }) {
  const { t } = useTranslation('console');
  const { serviceId, contentId, title, excerpt, times } = entry;
  return (
    <>
      <Sentence
        sentence={t('overview.commented', { count: times, title: TITLE })}
        to={contentCommentsPath(serviceId, contentId)}
        title={title}
      />
      <q className="activity-excerpt" lang={contentLanguage(excerpt)}>
        {excerpt}
      </q>
    </>
  );
}

/** Placeholder for the title in a translated sentence; the title is rendered as a link. */
const TITLE = '\u0000';

interface SentenceProps {
  readonly sentence: string;
  readonly to: string | undefined;
  readonly title: string;
}

function Sentence({ sentence, to, title }: SentenceProps) {
  const [before, after] = sentence.split(TITLE);
  return (
    <span>
      {before}
      <Title to={to} title={title} />
      {after}
    </span>
  );
}

function Title({ to, title }: { to: string | undefined; title: string }) {
  const language = contentLanguage(title);
  if (to === undefined) return <cite lang={language}>{title}</cite>;
  return (
    <Link to={to} lang={language}>
      {title}
    </Link>
  );
}
