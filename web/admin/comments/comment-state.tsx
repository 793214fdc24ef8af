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

/** Where a comment stands, by word, shape and colour; a deleted one says what it comes back as. */
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
