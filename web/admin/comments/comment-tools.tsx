import { Button, NativeSelect } from '@mantine/core';
import { Keyboard } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../ui/search-field.tsx';
import { type CommentView, MAX_WORDS } from './comment-view.ts';

export interface CommentToolsProps {
  readonly view: CommentView;
  readonly searchField: RefObject<HTMLInputElement | null>;
  /** `isTyping` marks intermediate steps of typing a search. */
  readonly onChange: (change: Partial<CommentView>, isTyping?: boolean) => void;
  readonly onDone: () => void;
  readonly onHelp: () => void;
}

export function CommentTools({ view, searchField, onChange, onDone, onHelp }: CommentToolsProps) {
  const { t } = useTranslation('console');
  const leaveOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onDone();
  };
  return (
    <div className="list-tools comment-tools">
      <SearchField
        ref={searchField}
        label={t('moderation.search')}
        maxLength={MAX_WORDS}
        value={view.words}
        onSearch={(words) => onChange({ words }, true)}
        onKeyDown={leaveOnEnter}
      />
      <NativeSelect
        label={t('moderation.order.label')}
        value={view.order}
        data={(['desc', 'asc'] as const).map((value) => ({ value, label: t(`moderation.order.${value}`) }))}
        onChange={({ target }) => onChange({ order: target.value === 'asc' ? 'asc' : 'desc' })}
      />
      <Button variant="subtle" leftSection={<Keyboard />} onClick={onHelp}>
        {t('shortcuts.title')}
      </Button>
    </div>
  );
}
