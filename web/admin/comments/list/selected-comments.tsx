import { Button, Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CommentAction } from '#contract/admin-comments.ts';
import type { Triage } from '../triage/triage.ts';
import { shownOf, type TriageState } from '../triage/triage-state.ts';

export interface SelectedCommentsProps {
  readonly triage: Triage;
  readonly state: TriageState;
  readonly isBin: boolean;
  readonly focusCurrent: () => void;
}

const actions = ['publish', 'unpublish', 'delete'] as const;

export function SelectedComments({ triage, state, isBin, focusCurrent }: SelectedCommentsProps) {
  const { t } = useTranslation('console');
  const comments = shownOf(state);
  const count = state.selectedIds.size;
  const isAll = count === comments.length;
  const act = (action: CommentAction) => {
    void triage.act([...state.selectedIds], action);
    focusCurrent();
  };
  return (
    <fieldset className="comment-selection" data-active={count > 0 || undefined}>
      <legend className="sr-only">{t('files.select.bar')}</legend>
      <Checkbox
        label={t('moderation.selectAll', { count: comments.length })}
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        onChange={() => triage.select(isAll ? [] : comments.map(({ commentId }) => commentId))}
      />
      <span className="selection-count" role="status">
        {count > 0 && t('files.select.count', { count })}
      </span>
      {count > 0 &&
        (isBin ? (['restore'] as const) : actions).map((action) => (
          <Button
            key={action}
            size="compact-sm"
            variant={action === 'delete' ? 'outline' : 'default'}
            color={action === 'delete' ? 'vermilion' : 'indigo'}
            onClick={() => act(action)}
          >
            {t(`moderation.action.${action}`)}
          </Button>
        ))}
      {count > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => triage.select([])}>
          {t('files.select.clear')}
        </Button>
      )}
    </fieldset>
  );
}
