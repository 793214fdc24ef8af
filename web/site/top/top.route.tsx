import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CARD_SIZE, serviceCardPath } from '#contract/cards.ts';
import { categoryPath, postsPath } from '#contract/page-paths.ts';
import { chooseLanguage } from '../../i18n/accept-language.server.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { HOME_PATH, SERVICES_PATH } from '../../paths/site.ts';
import { toWebSite } from '../posts/json-ld.ts';
import { PostItem } from '../posts/post-item.tsx';
import { SearchForm } from '../search/search-form.tsx';
import { accentStyle, PageAccent, usePublication } from '../service/service-context.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { useSite, useSiteDescription } from '../ui/site-context.ts';
import type { Route } from './+types/top.route.ts';
import { type FrontPage, type FrontSection, type FrontService, loadFrontPage } from './load-front-page.server.ts';
import { ServiceName } from './service-index.tsx';

const COMMAND = 'npx kawaraban import markdown FOLDER --service news --create-service';

function EmptySite() {
  const { t } = useTranslation();
  const { siteName } = useSite();
  return (
    <div className="empty-site">
      <h1>{t('top.empty.title')}</h1>
      <p>{t('top.empty.body', { siteName })}</p>
      <p>{t('top.empty.hint')}</p>
      <pre>
        <code>{COMMAND}</code>
      </pre>
    </div>
  );
}

export async function loader({ context, request: { headers } }: Route.LoaderArgs) {
  return loadFrontPage(context, chooseLanguage(headers.get('accept-language'), headers.get('cookie')));
}

export default function TopRoute({ loaderData: { description, single, ...several } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const publication = usePublication();
  const { siteName } = publication;
  const siteDescription = useSiteDescription(description);
  return (
    <>
      <PageHead
        title={t('page.top')}
        isFrontPage
        sharedTitle={siteName}
        description={single?.description || siteDescription || t('top.description', { siteName })}
        path={HOME_PATH}
        jsonLd={[toWebSite(publication, { serviceId: single?.serviceId })]}
        {...(single && {
          feed: { path: postsPath(single.serviceId), title: single.label },
          image: { src: serviceCardPath(single.serviceId), ...CARD_SIZE, alt: single.label },
        })}
      />
      {single ? (
        <SingleServiceHome {...single} siteDescription={siteDescription} />
      ) : (
        <SeveralServices {...several} siteDescription={siteDescription} />
      )}
    </>
  );
}

interface SeveralServicesProps extends Pick<FrontPage, 'sections' | 'isCut'> {
  readonly siteDescription: string;
}

function SeveralServices({ sections, isCut, siteDescription }: SeveralServicesProps) {
  const { t } = useTranslation();
  const { siteName } = useSite();
  if (sections.length === 0) return <EmptySite />;
  return (
    <>
      <h1 className="sr-only">{siteName}</h1>
      {siteDescription !== '' && (
        <p className="front-description" lang={contentLanguage(siteDescription)}>
          {siteDescription}
        </p>
      )}
      {sections.map((section) => (
        <ServiceSection key={section.serviceId} {...section} />
      ))}
      {isCut && (
        <p className="front-more ui-targets">
          <Link className="ui-onward" to={SERVICES_PATH}>
            {t('services.all')}
          </Link>
        </p>
      )}
    </>
  );
}

function ServiceSection({ serviceId, label, description, logoUrl, accent, posts }: FrontSection) {
  const { t } = useTranslation();
  const headingId = `service:${serviceId}`;
  return (
    <section className="front-service" aria-labelledby={headingId} {...(accent && { style: accentStyle(accent) })}>
      <header className="front-service-head accent-bar ui-targets ui-column ui-gap-2">
        <h2 className="ui-plain-links" id={headingId}>
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
          <Link
            className="ui-onward ui-size-note"
            to={postsPath(serviceId)}
            aria-label={t('top.allPostsOf', { label })}
          >
            {t('top.allPosts')}
          </Link>
        )}
      </header>
      {posts.length === 0 && <p className="empty">{t('top.noPosts')}</p>}
      <Stories className="front-stories" serviceId={serviceId} posts={posts} />
    </section>
  );
}

interface StoriesProps extends Pick<FrontSection, 'serviceId' | 'posts'> {
  readonly className: string;
  readonly opening?: string;
  readonly isAtTop?: boolean;
}

function Stories({ className, serviceId, posts, opening = '', isAtTop = false }: StoriesProps) {
  return (
    <div className={className}>
      {posts.map((post, index) => (
        <PostItem
          key={post.slug}
          serviceId={serviceId}
          post={post}
          heading="h3"
          isAtTop={isAtTop && index === 0}
          layout={index === 0 ? 'lead' : 'story'}
          opening={index === 0 ? opening : ''}
        />
      ))}
    </div>
  );
}

interface SingleServiceHomeProps extends FrontService {
  readonly siteDescription: string;
}

function SingleServiceHome({ siteDescription, ...service }: SingleServiceHomeProps) {
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
        <div>
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
      <Stories
        className="front-stories front-stories-alone"
        serviceId={serviceId}
        posts={posts}
        opening={opening}
        isAtTop
      />
      {posts.length > 0 && (
        <p className="front-more ui-targets">
          <Link className="ui-onward" to={postsPath(serviceId)}>
            {t('top.allPostsOf', { label })}
          </Link>
        </p>
      )}
    </>
  );
}

function CategoryRow({ serviceId, categories }: Pick<FrontService, 'serviceId' | 'categories'>) {
  const { t } = useTranslation();
  if (categories.length === 0) return null;
  return (
    <nav className="front-categories ui-plain-links" aria-label={t('posts.categories')}>
      <ul className="ui-row">
        {categories.map(({ slug, label }) => (
          <li key={slug} lang={contentLanguage(label)}>
            <Link to={categoryPath(serviceId, slug)}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
