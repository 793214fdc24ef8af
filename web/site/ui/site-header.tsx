import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { postsPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { Wordmark } from '../../ui/wordmark.tsx';
import { ServiceMenu } from '../menu/service-menu.tsx';
import { SearchForm } from '../search/search-form.tsx';
import type { ServiceData } from '../service/load-service.server.ts';
import { useService } from '../service/service-context.ts';
import { PRODUCT, useSite } from './site-context.ts';
import { SiteNavigation } from './site-navigation.tsx';
import { useClosedWhenLeft } from './use-closed-when-left.ts';
import './site-header.css';

/**
 * Site header. On narrow screens the burger, a `details` element, shows search, links and menu without a script,
 * through
 * `:has()` in the style sheet.
 */
export function SiteHeader() {
  const { t } = useTranslation();
  const { siteName, logoUrl } = useSite();
  const service = useService();
  const header = useRef<HTMLElement>(null);
  const burger = useRef<HTMLDetailsElement>(null);
  useClosedWhenLeft(burger, header);
  return (
    <header className="site-header" ref={header}>
      <p className="site-names">
        <Link className="site-home" to="/">
          <Wordmark
            name={siteName}
            lang={contentLanguage(siteName)}
            logoUrl={logoUrl}
            isDrawn={siteName === PRODUCT.siteName}
          />
        </Link>
        {service && !isCalledLike(siteName, service) && <ServiceName service={service} />}
      </p>
      <details className="site-burger" ref={burger}>
        <summary>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path className="burger-closed" d="M2 5h16M2 10h16M2 15h16" />
            <path className="burger-open" d="M4 4l12 12m0-12L4 16" />
          </svg>
          {t('site.menu')}
        </summary>
      </details>
      {service && (
        <div className="site-search">
          <SearchForm key={service.serviceId} serviceId={service.serviceId} />
        </div>
      )}
      <SiteNavigation />
      {service && <ServiceMenu key={service.serviceId} service={service} />}
    </header>
  );
}

/** Tests for a service that has the site's name and no logo; the header would show the name twice. */
function isCalledLike(siteName: string, { label, logoUrl = '' }: ServiceData): boolean {
  return label === siteName && logoUrl === '';
}

function ServiceName({ service: { serviceId, label, logoUrl = '' } }: { service: ServiceData }) {
  return (
    <Link className="service-home" to={postsPath(serviceId)} lang={contentLanguage(label)}>
      {logoUrl === '' ? label : <img className="wordmark-logo" src={logoUrl} alt={label} height={44} />}
    </Link>
  );
}
