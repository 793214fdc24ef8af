import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CARD_SIZE, serviceCardPath } from '#contract/cards.ts';
import { postsPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { toWebSite } from '../posts/json-ld.ts';
import { PageHead } from '../ui/page-head.tsx';
import { useSite } from '../ui/site-context.ts';
import type { Route } from './+types/top.route.ts';
import { AloneOnFront } from './alone-on-front.tsx';
import { EmptySite } from './empty-site.tsx';
import { type FrontPage, loadFrontPage } from './load-front-page.server.ts';
import { ServiceSection } from './service-section.tsx';
import { servicesPath } from './services-path.ts';
import { useOwnWords } from './use-own-words.ts';
import './front-page.css';

export async function loader({ context }: Route.LoaderArgs): Promise<FrontPage> {
  return loadFrontPage(context);
}

export default function TopRoute({ loaderData: { description, alone, ...several } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const site = useSite();
  const ownWords = useOwnWords(description);
  return (
    <>
      <PageHead
        title={t('page.top')}
        sharedTitle={site.siteName}
        description={alone?.description || ownWords || t('top.description', { siteName: site.siteName })}
        path="/"
        jsonLd={[toWebSite(site, { serviceId: alone?.serviceId })]}
        {...(alone && {
          feed: { path: postsPath(alone.serviceId), title: alone.label },
          image: { src: serviceCardPath(alone.serviceId), ...CARD_SIZE, alt: alone.label },
        })}
      />
      {alone ? <AloneOnFront {...alone} siteDescription={ownWords} /> : <Several {...several} ownWords={ownWords} />}
    </>
  );
}

interface SeveralProps extends Pick<FrontPage, 'sections' | 'isCut'> {
  readonly ownWords: string;
}

function Several({ sections, isCut, ownWords }: SeveralProps) {
  const { t } = useTranslation();
  const { siteName } = useSite();
  if (sections.length === 0) return <EmptySite />;
  return (
    <>
      <h1 className="sr-only">{siteName}</h1>
      {ownWords !== '' && (
        <p className="front-description" lang={contentLanguage(ownWords)}>
          {ownWords}
        </p>
      )}
      {sections.map((section) => (
        <ServiceSection key={section.serviceId} {...section} />
      ))}
      {isCut && (
        <p className="front-more">
          <Link to={servicesPath}>{t('services.all')}</Link>
        </p>
      )}
    </>
  );
}
