import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SERVICES_PATH } from '../../paths/site.ts';
import { PageHead } from '../ui/page-head.tsx';
import { useSite } from '../ui/site-context.ts';
import type { Route } from './+types/services.route.ts';
import { loadServices } from './load-services.server.ts';
import { ServiceIndex } from './service-index.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const pageToken = new URL(request.url).searchParams.get('pageToken') ?? '';
  return { ...(await loadServices(context, pageToken)), isFirstPage: pageToken === '' };
}

export default function ServicesRoute({ loaderData: { services, more, isFirstPage } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { siteName } = useSite();
  const next = more === null ? '' : `?${new URLSearchParams({ pageToken: more })}`;
  return (
    <>
      <PageHead
        title={t('page.siteTop')}
        sharedTitle={t('services.title')}
        description={t('services.description', { siteName })}
        {...(isFirstPage && { path: SERVICES_PATH })}
      />
      <h1 className="services-title">{t('services.title')}</h1>
      {services.length === 0 && <p className="empty">{t('posts.empty')}</p>}
      <ServiceIndex services={services} />
      {!(isFirstPage && more === null) && (
        <nav className="pages ui-row" aria-label={t('services.pages')}>
          {!isFirstPage && (
            <Link className="pages-newest" to={SERVICES_PATH}>
              {t('services.first')}
            </Link>
          )}
          {more !== null && (
            <Link className="ui-onward ui-push" rel="next" to={{ search: next }}>
              {t('services.more')}
            </Link>
          )}
        </nav>
      )}
    </>
  );
}
