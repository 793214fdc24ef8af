import { Link } from 'react-router';
import { postsPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { accentStyle } from '../service/service-context.tsx';
import type { ServiceSummary } from './load-services.server.ts';

export function ServiceIndex({ services }: { services: readonly ServiceSummary[] }) {
  return (
    <ul className="service-index">
      {services.map(({ serviceId, label, description, logoUrl, accent }) => (
        <li key={serviceId} className="accent-bar ui-plain-links" {...(accent && { style: accentStyle(accent) })}>
          <Link className="service-index-name" to={postsPath(serviceId)}>
            <ServiceName label={label} logoUrl={logoUrl} />
          </Link>
          {description !== '' && (
            <p className="ui-quiet ui-size-note ui-above-2" lang={contentLanguage(description)}>
              {description}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

export function ServiceName({ label, logoUrl }: Pick<ServiceSummary, 'label' | 'logoUrl'>) {
  return (
    <span className="service-name" lang={contentLanguage(label)}>
      {logoUrl !== '' && <img className="service-logo" src={logoUrl} alt="" height={48} />}
      {label}
    </span>
  );
}
