import { MessageSquareDot } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { WaitingComments as Counts } from '#contract/admin-comments.ts';
import { commentsPath, contentSettingsPath } from '../comments/comment-paths.ts';

export interface WaitingCommentsProps {
  readonly serviceId: string;
  /** What the service is called, for those who hear the links one by one. */
  readonly label: string;
  readonly counts: Counts | undefined;
}

/** How many comments of a service wait to be looked at, and the ways to them. */
export function WaitingComments({ serviceId, label, counts }: WaitingCommentsProps) {
  const { t } = useTranslation('console');
  const { unconfirm = 0, unpublish = 0 } = counts ?? {};
  return (
    <>
      <Link to={commentsPath(serviceId)}>{t('function.manageComments')}</Link>
      {unconfirm > 0 && (
        <Link className="comments-waiting" to={commentsPath(serviceId, '?publishStatus=unconfirm')}>
          <MessageSquareDot size={16} aria-hidden="true" />
          {t('top.commentsWaiting', { count: unconfirm })}
          <span className="sr-only">{`(${label})`}</span>
        </Link>
      )}
      {unpublish > 0 && (
        <Link className="comments-unpublished" to={commentsPath(serviceId, '?publishStatus=unpublish')}>
          {t('top.commentsUnpublished', { count: unpublish })}
          <span className="sr-only">{`(${label})`}</span>
        </Link>
      )}
      <Link to={contentSettingsPath(serviceId)}>{t('contents.heading')}</Link>
    </>
  );
}
