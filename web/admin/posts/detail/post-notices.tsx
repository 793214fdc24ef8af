import { CircleSlash, Clock, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminPost } from '#contract/admin-posts.ts';
import { DateTime } from '../../../ui/date-time.tsx';

export function PostNotices({ post: { status, effectiveAt, isHiddenInList } }: { post: AdminPost }) {
  const { t } = useTranslation('console');
  return (
    <>
      {(status === 'unpublished' || status === 'draft') && (
        <Notice kind="danger" icon={<CircleSlash size={16} aria-hidden="true" />}>
          {t(status === 'draft' ? 'posts.notices.draft' : 'posts.notices.unpublished')}
        </Notice>
      )}
      {status === 'reserved' && effectiveAt !== null && (
        <Notice kind="warning" icon={<Clock size={16} aria-hidden="true" />}>
          {t('posts.notices.reserved')} <DateTime value={effectiveAt} withTime />
        </Notice>
      )}
      {isHiddenInList && (
        <Notice kind="plain" icon={<EyeOff size={16} aria-hidden="true" />}>
          {t('posts.notices.hidden')}
        </Notice>
      )}
    </>
  );
}

function Notice({
  kind,
  icon,
  children,
}: {
  kind: 'danger' | 'warning' | 'plain';
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <p className="post-notice" data-kind={kind}>
      {icon}
      <span>{children}</span>
    </p>
  );
}
