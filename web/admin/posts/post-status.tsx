import { CircleCheck, CircleDashed, CircleSlash, Clock, EyeOff, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AdminPostRow } from '#contract/admin-posts.ts';
import type { PostStatus } from '#contract/posts.ts';
import { DateTime } from '../../ui/date-time.tsx';

const icons: Readonly<Record<PostStatus, LucideIcon>> = {
  draft: CircleDashed,
  reserved: Clock,
  published: CircleCheck,
  unpublished: CircleSlash,
};

export function PostStatusBadges({ post }: { post: Pick<AdminPostRow, 'status' | 'effectiveAt' | 'isHiddenInList'> }) {
  const { t } = useTranslation('console');
  const { status, effectiveAt, isHiddenInList } = post;
  const Icon = icons[status];
  return (
    <span className="post-statuses ui-inline ui-middle ui-gap-1-2">
      <span className="badge ui-inline ui-middle" data-status={status}>
        <Icon size={14} />
        {t(`posts.status.${status}`)}
      </span>
      {isHiddenInList && (
        <span className="badge ui-inline ui-middle" data-status="hidden">
          <EyeOff size={14} />
          {t('posts.status.hidden')}
        </span>
      )}
      {status === 'reserved' && effectiveAt !== null && (
        <span className="ui-tiny">
          {t('posts.goesLive')} <DateTime value={effectiveAt} withTime isShort />
        </span>
      )}
    </span>
  );
}
