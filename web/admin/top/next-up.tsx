import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ServiceRecord } from '#contract/admin-services.ts';
import type { ScheduledPost } from '#contract/schedule.ts';
import { postDetailPath } from '../../paths/console.ts';
import { DateTime } from '../../ui/date-time.tsx';

export interface NextUpProps {
  readonly posts: readonly ScheduledPost[];
  readonly hasMore: boolean;
  readonly services: readonly ServiceRecord[];
}

export function NextUp({ posts, hasMore, services }: NextUpProps) {
  const { t } = useTranslation('console');
  const labels = new Map(services.map(({ serviceId, label }) => [serviceId, label]));
  return (
    <section className="next-up" aria-labelledby="next-up">
      <h2 id="next-up">{t('top.nextUp')}</h2>
      {posts.length === 0 ? (
        <p className="next-up-note">{t('top.nextUpEmpty')}</p>
      ) : (
        <ol className="next-up-posts">
          {posts.map(({ serviceId, postId, title, effectiveAt }) => (
            <li key={postId}>
              <span className="next-up-time">
                <DateTime value={effectiveAt} withTime isShort />
              </span>
              <span className="next-up-post ui-row ui-baseline ui-gap-0-3 ui-anywhere">
                <Link to={postDetailPath(serviceId, postId)}>{title}</Link>
                <span className="next-up-service">{labels.get(serviceId) ?? serviceId}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
      {hasMore && <p className="next-up-note">{t('top.nextUpMore')}</p>}
    </section>
  );
}
