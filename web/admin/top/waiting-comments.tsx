import { MessageSquareDot } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { WaitingComments as Counts } from '#contract/admin-comments.ts';
import { commentListPath, contentSettingsPath } from '../../paths/console.ts';

export interface WaitingCommentsProps {
  readonly serviceId: string;
  /** Label of the service for screen readers, which may announce the links out of context. */
  readonly label: string;
  readonly counts: Counts | undefined;
}

export function WaitingComments({ serviceId, label, counts }: WaitingCommentsProps) {
  const { t } = useTranslation('console');
  const { unconfirm = 0, unpublish = 0 } = counts ?? {};
  return (
    <>
      <Link to={commentListPath(serviceId)}>{t('function.manageComments')}</Link>
      {unconfirm > 0 && (
        <Link className="comments-waiting" to={commentListPath(serviceId, '?publishStatus=unconfirm')}>
          <MessageSquareDot />
          {t('top.commentsWaiting', { count: unconfirm })}
          <span className="sr-only">{`(${label})`}</span>
        </Link>
      )}
      {unpublish > 0 && (
        <Link className="comments-unpublished" to={commentListPath(serviceId, '?publishStatus=unpublish')}>
          {t('top.commentsUnpublished', { count: unpublish })}
          <span className="sr-only">{`(${label})`}</span>
        </Link>
      )}
      <Link to={contentSettingsPath(serviceId)}>{t('contents.heading')}</Link>
    </>
  );
}
