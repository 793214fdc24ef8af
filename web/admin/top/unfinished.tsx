import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ServiceRecord } from '#contract/admin-services.ts';
import type { UnfinishedPost } from '#contract/overview.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { postEditPath } from '../../paths/console.ts';
import { DateTime } from '../../ui/date-time.tsx';

export interface UnfinishedProps {
  readonly posts: readonly UnfinishedPost[];
  readonly services: readonly ServiceRecord[];
}

export function Unfinished({ posts, services }: UnfinishedProps) {
  const { t } = useTranslation('console');
  const labels = new Map(services.map(({ serviceId, label }) => [serviceId, label]));
  return (
    <section aria-labelledby="unfinished">
      <h2 id="unfinished">{t('overview.unfinished')}</h2>
      {posts.length === 0 ? (
        <p className="next-up-note">{t('overview.unfinishedEmpty')}</p>
      ) : (
        <ul className="next-up-posts">
          {posts.map(({ serviceId, postId, title, at, kind }) => (
            <li key={postId}>
              <span className="next-up-time">
                <DateTime value={at} withTime isShort />
              </span>
              <span className="next-up-post ui-row ui-baseline ui-gap-0-3 ui-anywhere">
                <Link to={postEditPath(serviceId, postId)} lang={contentLanguage(title)}>
                  {title === '' ? t('overview.noTitle') : title}
                </Link>
                <span className="next-up-service">{t(`overview.kind.${kind}`)}</span>
                {services.length > 1 && <span className="next-up-service">{labels.get(serviceId) ?? serviceId}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
