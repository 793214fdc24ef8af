import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { siteConfigApi } from '#contract/site-config.ts';
import { pageCall } from '../../api/page-api.server.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { ABOUT_PATH, SERVICES_PATH } from '../../paths/site.ts';
import { PageHead } from '../ui/page-head.tsx';
import { useSite, useSiteDescription } from '../ui/site-context.ts';
import type { Route } from './+types/about.route.ts';
import { loadServices } from './load-services.server.ts';
import { ServiceIndex } from './service-index.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const [{ description, contactUrl }, { services, more }] = await Promise.all([
    pageCall(context)(siteConfigApi.read, {}),
    loadServices(context, ''),
  ]);
  return { description, contactUrl, services, isCut: more !== null };
}

export default function AboutRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { siteName } = useSite();
  const { services, contactUrl, isCut } = loaderData;
  const siteDescription = useSiteDescription(loaderData.description);
  return (
    <article className="columns">
      <PageHead
        title={t('page.about')}
        description={siteDescription || t('about.description', { siteName })}
        path={ABOUT_PATH}
      />
      <header className="columns-head">
        <h1>{t('about.name.title', { siteName })}</h1>
        {siteDescription !== '' && (
          <p className="about-words" lang={contentLanguage(siteDescription)}>
            {siteDescription}
          </p>
        )}
      </header>
      <div className="columns-body about">
        {services.length > 0 && (
          <section aria-labelledby="about:services">
            <h2 id="about:services">{t('about.services.title')}</h2>
            <ServiceIndex services={services} />
            {isCut && (
              <p>
                <Link to={SERVICES_PATH}>{t('services.all')}</Link>
              </p>
            )}
          </section>
        )}
        <Contact url={contactUrl} />
        <div className="prose">
          <h2>{t('about.reading.title')}</h2>
          <p>{t('about.reading.body')}</p>
          <h2>{t('about.building.title')}</h2>
          <p>{t('about.building.body')}</p>
          <p>
            <a href="/api/docs">{t('about.building.link')}</a>
          </p>
          <h2>{t('about.made.title')}</h2>
          <p>{t('about.name.body')}</p>
          <p>{t('about.name.origin')}</p>
        </div>
      </div>
    </article>
  );
}

function Contact({ url }: { url: string }) {
  const { t } = useTranslation();
  if (url === '') return null;
  return (
    <section aria-labelledby="about:contact">
      <h2 id="about:contact">{t('about.contact.title')}</h2>
      <p>
        {t('about.contact.body')} <a href={url}>{nameOf(url)}</a>
      </p>
    </section>
  );
}

function nameOf(url: string): string {
  return url.replace(/^(mailto:|https?:\/\/)/, '').replace(/\?.*$|\/$/, '');
}
