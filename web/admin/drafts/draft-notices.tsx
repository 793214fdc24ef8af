import { Button } from '@mantine/core';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../ui/date-time.tsx';
import type { Draft } from './use-form-draft.ts';

export interface RestoredNoticeProps {
  readonly draft: Pick<Draft, 'restoredFrom' | 'discard'>;
  readonly onReset: () => void;
}

export function RestoredNotice({ draft: { restoredFrom, discard }, onReset }: RestoredNoticeProps) {
  const { t } = useTranslation('console');
  if (restoredFrom === undefined) return null;

  function undo(): void {
    onReset();
    discard();
  }

  return (
    <div className="restored-notice" role="status">
      <History size={16} aria-hidden="true" />
      <p>
        {t('draft.restored')} <DateTime value={toInstant(restoredFrom)} withTime />
      </p>
      <Button variant="subtle" size="compact-sm" onClick={undo}>
        {t('draft.discard')}
      </Button>
    </div>
  );
}

function toInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
