import { TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface TagSearchProps {
  readonly value: string;
  readonly onSearch: (words: string) => void;
}

const DELAY_MS = 300;

export function TagSearch({ value, onSearch }: TagSearchProps) {
  const { t } = useTranslation('console');
  const [typed, setTyped] = useState(value);
  const [isComposing, setIsComposing] = useState(false);
  const search = useRef(onSearch);
  search.current = onSearch;

  useEffect(() => setTyped(value), [value]);

  const words = typed.trim();
  useEffect(() => {
    if (isComposing || words === value) return;
    const timer = setTimeout(() => search.current(words), DELAY_MS);
    return () => clearTimeout(timer);
  }, [words, value, isComposing]);

  return (
    <TextInput
      className="grows"
      type="search"
      label={t('tags.search')}
      leftSection={<Search size={16} aria-hidden="true" />}
      maxLength={128}
      value={typed}
      onCompositionStart={() => setIsComposing(true)}
      onCompositionEnd={() => setIsComposing(false)}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
