import { TextInput, type TextInputProps } from '@mantine/core';
import { Search } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';

const DELAY_MS = 350;

interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly ref?: RefObject<HTMLInputElement | null>;
  readonly value: string;
  /** Called when the user pauses, but not while an input method (IME) composes a word. */
  readonly onSearch: (words: string) => void;
}

/** Search field of a list whose address contains the words. */
export function SearchField({ value, onSearch, ...props }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [isComposing, setIsComposing] = useState(false);
  const sent = useRef(value);
  const search = useRef(onSearch);
  search.current = onSearch;

  // Follows the address, except for the delayed echo of the user's own input.
  useEffect(() => {
    if (value.trim() !== sent.current.trim()) setTyped(value);
    sent.current = value;
  }, [value]);

  useEffect(() => {
    if (isComposing || typed.trim() === sent.current.trim()) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      search.current(typed);
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed, isComposing]);

  return (
    <TextInput
      {...props}
      className="grows"
      type="search"
      leftSection={<Search />}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onCompositionStart={() => setIsComposing(true)}
      onCompositionEnd={() => setIsComposing(false)}
    />
  );
}

interface FilterFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (words: string) => void;
}

/** Filters a list that is loaded as a whole. */
export function FilterField({ onChange, ...props }: FilterFieldProps) {
  return (
    <TextInput
      {...props}
      className="grows"
      type="search"
      autoCapitalize="none"
      spellCheck={false}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
