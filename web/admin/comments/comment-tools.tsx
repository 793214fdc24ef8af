import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Keyboard, Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
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
  return (
    <div className="list-tools comment-tools">
      <WordSearch
        words={view.words}
        field={searchField}
        onSearch={(words) => onChange({ words }, true)}
        onDone={onDone}
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

const SEARCH_DELAY_MS = 350;

interface WordSearchProps {
  readonly words: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onSearch: (words: string) => void;
  readonly onDone: () => void;
}

function WordSearch({ words, field, onSearch, onDone }: WordSearchProps) {
  const { t } = useTranslation('console');
  const [typed, setTyped] = useState(words);
  const [isComposing, setIsComposing] = useState(false);
  const sent = useRef(words);
  const search = useRef(onSearch);
  search.current = onSearch;

  // Follows the address, except for the delayed echo of the user's own input.
  useEffect(() => {
    if (words !== sent.current) setTyped(words);
    sent.current = words;
  }, [words]);

  useEffect(() => {
    if (typed === sent.current || isComposing) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      search.current(typed);
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed, isComposing]);

  const leaveByEnter = (event: KeyboardEvent) => {
    // Ignores the Enter that confirms a composition (IME).
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    onDone();
  };

  return (
    <TextInput
      ref={field}
      className="grows"
      type="search"
      label={t('moderation.search')}
      leftSection={<Search />}
      value={typed}
      maxLength={MAX_WORDS}
      autoComplete="off"
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={leaveByEnter}
      onCompositionStart={() => setIsComposing(true)}
      onCompositionEnd={() => setIsComposing(false)}
    />
  );
}
