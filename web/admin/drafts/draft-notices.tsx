import { Button } from '@mantine/core';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../ui/date-time.tsx';
import type { ConsoleKey } from '../ui/failure-text.ts';
import type { FormDraft, ReplacedDraft } from './use-form-draft.ts';

interface DraftNoticeProps {
  readonly text: string;
  /** Milliseconds since the Unix epoch, or ISO 8601; shown after the text. */
  readonly at?: number | string;
  readonly note?: string | undefined;
  readonly icon?: ReactNode;
  readonly actions?: readonly DraftAction[];
}

interface DraftAction {
  readonly label: ConsoleKey;
  readonly run: () => void;
}

export function DraftNotice({ text, at, note, icon = <History />, actions = [] }: DraftNoticeProps) {
  const { t } = useTranslation('console');
  return (
    <div className="restored-notice ui-row ui-middle ui-gap-1-3" role="status">
      {icon}
      <p>
        {text}
        {at !== undefined && ' '}
        {at !== undefined && <DateTime value={typeof at === 'string' ? at : new Date(at).toISOString()} withTime />}
        {note && <span className="field-note ui-note">{note}</span>}
      </p>
      {actions.map(({ label, run }) => (
        <Button key={label} variant="subtle" size="compact-sm" onClick={run}>
          {t(label)}
        </Button>
      ))}
    </div>
  );
}

export interface RestoredNoticeProps {
  readonly draft: Pick<FormDraft, 'restoredFrom' | 'discard'>;
  readonly onReset: () => void;
}

export function RestoredNotice({ draft: { restoredFrom, discard }, onReset }: RestoredNoticeProps) {
  const { t } = useTranslation('console');
  if (restoredFrom === undefined) return null;

  function reset(): void {
    onReset();
    discard();
  }

  return (
    <DraftNotice text={t('draft.restored')} at={restoredFrom} actions={[{ label: 'draft.discard', run: reset }]} />
  );
}

interface ReplacedNoticeProps<Values> {
  readonly replaced: ReplacedDraft<Values>;
  readonly onRestore: (values: Values) => void;
}

export function ReplacedNotice<Values>({ replaced: { values, remove }, onRestore }: ReplacedNoticeProps<Values>) {
  const { t } = useTranslation('console');
  if (values === undefined) return null;

  function restore(): void {
    if (values !== undefined) onRestore(values);
    remove();
  }

  return (
    <DraftNotice
      text={t('posts.aside.text')}
      icon={null}
      actions={[
        { label: 'posts.aside.takeBack', run: restore },
        { label: 'action.discard', run: remove },
      ]}
    />
  );
}
