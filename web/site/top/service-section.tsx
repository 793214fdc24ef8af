import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { postsPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { PostItem } from '../posts/post-item.tsx';
import { accentStyle } from '../service/service-accent.tsx';
import type { FrontSection } from './load-front-page.server.ts';
import { ServiceName } from './service-name.tsx';

export function ServiceSection({ serviceId, label, description, logoUrl, accent, posts }: FrontSection) {
  const { t } = useTranslation();
  const headingId = `service:${serviceId}`;
  return (
    <section className="front-service" aria-labelledby={headingId} {...(accent && { style: accentStyle(accent) })}>
      <header className="front-service-head">
        <h2 id={headingId}>
          <Link className="front-service-link" to={postsPath(serviceId)}>
            <ServiceName label={label} logoUrl={logoUrl} />
          </Link>
        </h2>
        {description !== '' && (
          <p className="front-service-description" lang={contentLanguage(description)}>
            {description}
          </p>
        )}
        {posts.length > 0 && (
          <Link className="front-service-all" to={postsPath(serviceId)} aria-label={t('top.allPostsOf', { label })}>
            {t('top.allPosts')}
          </Link>
        )}
      </header>
      {posts.length === 0 && <p className="empty">{t('top.noPosts')}</p>}
      <div className="front-stories">
        {posts.map((post, index) => (
          <PostItem
            key={post.slug}
            serviceId={serviceId}
            post={post}
            heading="h3"
            {...(index === 0 && { lead: { opening: '' } })}
          />
        ))}
      </div>
    </section>
  );
}
