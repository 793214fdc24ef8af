import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { categoryPath, postsPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { PostItem } from '../posts/post-item.tsx';
import { SearchForm } from '../search/search-form.tsx';
import { PageAccent } from '../service/service-accent.tsx';
import { useSite } from '../ui/site-context.ts';
import type { FrontService } from './load-front-page.server.ts';
import { ServiceName } from './service-name.tsx';

export interface AloneOnFrontProps extends FrontService {
  readonly siteDescription: string;
}

export function AloneOnFront({ siteDescription, ...service }: AloneOnFrontProps) {
  const { t } = useTranslation();
  const { siteName } = useSite();
  const { serviceId, label, logoUrl, posts, accent, opening } = service;
  const description = service.description || siteDescription;
  // The site's header already shows the name when service and site share it.
  const isNamedAbove = label === siteName && logoUrl === '';
  return (
    <>
      <PageAccent accent={accent} />
      <header className="front-head">
        <div className="front-names">
          <h1 className={isNamedAbove ? 'sr-only' : 'front-name'}>
            <ServiceName label={label} logoUrl={logoUrl} />
          </h1>
          {description !== '' && (
            <p className="front-description" lang={contentLanguage(description)}>
              {description}
            </p>
          )}
        </div>
        <SearchForm serviceId={serviceId} />
        <CategoryRow {...service} />
      </header>
      <h2 className="sr-only">{t('top.latest')}</h2>
      {posts.length === 0 && <p className="empty">{t('top.noPosts')}</p>}
      <div className="front-stories front-stories-alone">
        {posts.map((post, index) => (
          <PostItem
            key={post.slug}
            serviceId={serviceId}
            post={post}
            heading="h3"
            isAtTop={index === 0}
            {...(index === 0 && { lead: { opening } })}
          />
        ))}
      </div>
      {posts.length > 0 && (
        <p className="front-more">
          <Link to={postsPath(serviceId)}>{t('top.allPostsOf', { label })}</Link>
        </p>
      )}
    </>
  );
}

function CategoryRow({ serviceId, categories }: Pick<FrontService, 'serviceId' | 'categories'>) {
  const { t } = useTranslation();
  if (categories.length === 0) return null;
  return (
    <nav className="front-categories" aria-label={t('posts.categories')}>
      <ul>
        {categories.map(({ slug, label }) => (
          <li key={slug} lang={contentLanguage(label)}>
            <Link to={categoryPath(serviceId, slug)}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
