import { MessageSquareOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useActor } from '../../session/actor.ts';

export function CommentsOffNotice({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('console');
  const isAdmin = useActor().role === 'admin';
  return (
    <div className="notice" data-kind="warning">
      <MessageSquareOff size={16} aria-hidden="true" />
      <div>
        <p>{t('contents.off')}</p>
        {isAdmin ? (
          <p>
            <Link to={`/admin/services/${serviceId}/edit`}>{t('contents.switchOn')}</Link>
          </p>
        ) : (
          <p>{t('contents.askAdmin')}</p>
        )}
      </div>
    </div>
  );
}
