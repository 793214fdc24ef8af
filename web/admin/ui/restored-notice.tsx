import { Button } from '@mantine/core';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../ui/date-time.tsx';

export interface RestoredNoticeProps {
  /** When it was typed, in milliseconds. */
  readonly from: number;
  readonly onDiscard: () => void;
}

/** Says that a form shows what was typed before and not saved, and lets that be undone. */
export function RestoredNotice({ from, onDiscard }: RestoredNoticeProps) {
  const { t } = useTranslation('console');
  return (
    <div className="restored-notice" role="status">
      <History size={16} aria-hidden="true" />
      <p>
        {t('draft.restored')} <DateTime value={toInstant(from)} withTime />
      </p>
      <Button variant="subtle" size="compact-sm" onClick={onDiscard}>
        {t('draft.discard')}
      </Button>
    </div>
  );
}

function toInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
