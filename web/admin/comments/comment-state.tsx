import { CircleCheck, CircleSlash, Clock, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AdminComment } from '#contract/admin-comments.ts';
import { Badge } from '../ui/badge.tsx';

const looks = {
  publish: { tone: 'good', icon: CircleCheck },
  unpublish: { tone: 'bad', icon: CircleSlash },
  unconfirm: { tone: 'waiting', icon: Clock },
  deleted: { tone: 'quiet', icon: Trash2 },
} as const;

/** Shows the state of a comment; for a deleted one also the state that restoring returns it to. */
export function CommentState({ comment }: { comment: Pick<AdminComment, 'publishStatus' | 'deletedAt'> }) {
  const { t } = useTranslation('console');
  const { publishStatus, deletedAt } = comment;
  return (
    <>
      {deletedAt !== null && <Badge {...looks.deleted} text={t('moderation.state.deleted')} />}
      <Badge {...looks[publishStatus]} text={t(`moderation.state.${publishStatus}`)} />
    </>
  );
}
