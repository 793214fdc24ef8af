import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ServiceDetail } from '#contract/admin-services.ts';
import { contentLanguage } from '../../i18n/content-language.ts';

export function ServiceLine({ service: { serviceId, label, configs } }: { service: ServiceDetail }) {
  const { t } = useTranslation('console');
  return (
    <p className="service-line ui-row ui-baseline ui-gap-1-4 ui-quiet">
      <span lang={contentLanguage(label)}>{label}</span>
      <code>{serviceId}</code>
      {configs.outerSiteUrl !== '' && (
        <a className="ui-inline ui-middle ui-gap-1" href={configs.outerSiteUrl} target="_blank" rel="noreferrer">
          {t('posts.outerSite')}
          <ExternalLink size={14} />
        </a>
      )}
    </p>
  );
}
