import { Button } from '@mantine/core';
import { CircleCheck, CircleSlash, RotateCcw, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AdminComment, CommentAction } from '#contract/admin-comments.ts';
import type { Triage } from '../triage/triage.ts';

export interface CommentActionsProps {
  readonly comment: AdminComment;
  readonly triage: Triage;
  readonly tabIndex: number;
  readonly focusCurrent: () => void;
}

export function CommentActions({ comment, triage, tabIndex, focusCurrent }: CommentActionsProps) {
  const { t } = useTranslation('console');
  const { commentId, publishStatus, deletedAt } = comment;
  const act = (action: CommentAction) => {
    void triage.act([commentId], action);
    focusCurrent();
  };
  const common = { tabIndex, size: 'compact-sm' } as const;
  if (deletedAt !== null) {
    return (
      <div className="comment-actions">
        <Button
          {...common}
          variant="default"
          leftSection={<RotateCcw size={14} aria-hidden="true" />}
          onClick={() => act('restore')}
        >
          {t('moderation.action.restore')}
        </Button>
      </div>
    );
  }
  return (
    <div className="comment-actions">
      <Button
        {...common}
        variant="default"
        disabled={publishStatus === 'publish'}
        leftSection={<CircleCheck size={14} aria-hidden="true" />}
        onClick={() => act('publish')}
      >
        {t('moderation.action.publish')}
      </Button>
      <Button
        {...common}
        variant="default"
        disabled={publishStatus === 'unpublish'}
        leftSection={<CircleSlash size={14} aria-hidden="true" />}
        onClick={() => act('unpublish')}
      >
        {t('moderation.action.unpublish')}
      </Button>
      <Button
        {...common}
        className="comment-delete"
        variant="subtle"
        color="vermilion"
        leftSection={<Trash2 size={14} aria-hidden="true" />}
        onClick={() => act('delete')}
      >
        {t('moderation.action.delete')}
      </Button>
    </div>
  );
}
