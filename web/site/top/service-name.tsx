import { contentLanguage } from '../../i18n/content-language.ts';
import type { ServiceLook } from './load-services.server.ts';
import './services.css';

export function ServiceName({ label, logoUrl }: Pick<ServiceLook, 'label' | 'logoUrl'>) {
  return (
    <span className="service-name" lang={contentLanguage(label)}>
      {logoUrl !== '' && <img className="service-logo" src={logoUrl} alt="" height={48} />}
      {label}
    </span>
  );
}
