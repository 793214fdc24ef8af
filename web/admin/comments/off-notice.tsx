import { MessageSquareOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ServiceDetail } from '#contract/admin-services.ts';
import { useActor } from '../../session/actor.ts';

export function OffNotice({ service: { serviceId, functions } }: { service: ServiceDetail }) {
  const { t } = useTranslation('console');
  const { role } = useActor();
  if (functions.includes('comment')) return null;
  return (
    <p className="comment-off">
      <MessageSquareOff size={16} aria-hidden="true" />
      <span>
        {t('moderation.off')}{' '}
        {role === 'admin' && <Link to={`/admin/services/${serviceId}/edit`}>{t('moderation.switchOn')}</Link>}
      </span>
    </p>
  );
}
