import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { postsPath } from '#contract/page-paths.ts';
import { NewServiceId } from '#contract/services.ts';

export function ServiceAddress({ serviceId, isNew }: { serviceId: string; isNew: boolean }) {
  const { t } = useTranslation('console');
  if (!NewServiceId.safeParse(serviceId).success) return null;
  const address = `${location.origin}${postsPath(serviceId)}`;
  return (
    <p className="service-address">
      {t(isNew ? 'services.addressNew' : 'services.address')}{' '}
      {isNew ? (
        <span className="record-id">{address}</span>
      ) : (
        <a className="record-id" href={postsPath(serviceId)} target="_blank" rel="noopener">
          {address}
          <ExternalLink size={14} aria-hidden="true" />
        </a>
      )}
    </p>
  );
}
