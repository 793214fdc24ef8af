import { Button } from '@mantine/core';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { WorkingCopy } from '#contract/working-copies.ts';
import { DateTime } from '../../../../ui/date-time.tsx';

export interface WorkingCopyNoticeProps {
  readonly copy: WorkingCopy;
  readonly onDiscard: () => void;
}

/** Says that a form shows what was autosaved, perhaps in another browser, and lets that be undone. */
export function WorkingCopyNotice({ copy: { updatedAt, isStale }, onDiscard }: WorkingCopyNoticeProps) {
  const { t } = useTranslation('console');
  return (
    <div className="restored-notice" role="status">
      <History size={16} aria-hidden="true" />
      <p>
        {t('posts.autosave.restored')} <DateTime value={updatedAt} withTime />
        {isStale && <span className="field-note">{t('posts.autosave.stale')}</span>}
      </p>
      <Button variant="subtle" size="compact-sm" onClick={onDiscard}>
        {t('draft.discard')}
      </Button>
    </div>
  );
}
