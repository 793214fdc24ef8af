import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { contentLanguage } from '../../i18n/content-language.ts';
import { PostItem } from '../posts/post-item.tsx';
import { postsPath } from '../posts/post-paths.ts';
import type { PostSummary } from '../posts/post-summary.ts';
import { useSite } from '../ui/site-context.ts';

export interface ServiceSectionProps {
  readonly serviceId: string;
  readonly label: string;
  readonly posts: readonly PostSummary[];
  /** The only one on the front page, which it then fills. */
  readonly isAlone: boolean;
  /** How the first post begins. */
  readonly opening: string;
}

/** The newest posts of a service, the first one largest. */
export function ServiceSection({ serviceId, label, posts, isAlone, opening }: ServiceSectionProps) {
  const { t } = useTranslation();
  const { siteName } = useSite();
  // A site of one service is often called the same, and its name stands above already.
  const heading = isAlone && label === siteName ? t('top.latest') : label;
  const headingId = `service:${serviceId}`;
  return (
    <section className={isAlone ? 'service service-alone' : 'service'} aria-labelledby={headingId}>
      <header className="service-head">
        <h2 id={headingId} lang={contentLanguage(heading)}>
          <Link className="service-link" to={postsPath(serviceId)}>
            {heading}
          </Link>
        </h2>
        {posts.length > 0 && (
          <Link className="more" to={postsPath(serviceId)} aria-label={t('top.allPostsOf', { label })}>
            {t('top.allPosts')}
          </Link>
        )}
      </header>
      {posts.length === 0 && <p className="empty">{t('top.noPosts')}</p>}
      <div className="stories">
        {posts.map((post, index) => (
          <PostItem
            key={post.slug}
            serviceId={serviceId}
            post={post}
            heading="h3"
            {...(index === 0 && { lead: { opening, isAtTop: isAlone } })}
          />
        ))}
      </div>
    </section>
  );
}
