import {
  type CompositionEvent,
  type InputEvent,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useNavigate } from 'react-router';
import { postPath } from '#contract/page-paths.ts';
import { fetchSuggestions, type Suggestion } from './fetch-suggestions.ts';
import type { SuggestionsProps } from './suggestions.tsx';

/** As long as a quick typist takes for a letter. */
const PAUSE_MS = 150;
const NONE: readonly Suggestion[] = [];
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export interface UseSuggestionsOptions {
  readonly serviceId: string;
  /** The field's. */
  readonly id: string;
  /** The reader goes to a post; what was typed has done its work. */
  readonly onChosen: () => void;
}

/** Makes a text field a combobox: suggestions as one types, and keys to go through them. */
export function useSuggestions({ serviceId, id, onChosen }: UseSuggestionsOptions) {
  const navigate = useNavigate();
  const isAlive = useSyncExternalStore(neverChanges, isTrue, isFalse);
  const [found, setFound] = useState(NONE);
  const [active, setActive] = useState(-1);
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);

  const show = (next: readonly Suggestion[]) => {
    setFound(next);
    setActive(-1);
  };
  const close = () => {
    asking.current?.abort();
    show(NONE);
  };
  const choose = (index: number) => {
    const chosen = found[index];
    close();
    onChosen();
    if (chosen) void navigate(postPath(serviceId, chosen.slug));
  };
  const ask = (typed: string) => {
    asking.current?.abort();
    asking.current = new AbortController();
    const { signal } = asking.current;
    const q = typed.trim();
    if (!isWorthAsking(q)) return show(NONE);
    const answer = async () => {
      // Whoever types does not want to hear of a failure; the form is still there to be sent.
      const next = signal.aborted ? NONE : await fetchSuggestions(serviceId, q, signal).catch(() => NONE);
      if (!signal.aborted) show(next);
    };
    setTimeout(answer, PAUSE_MS);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ...(active >= 0 && { Enter: () => choose(active) }),
    ...(found.length > 0 && { Escape: close }),
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // These keys belong to whatever helps to write Japanese; in Safari the last of them is known by its code alone.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const step = found.length > 0 ? STEPS[event.key] : undefined;
    const act = step === undefined ? keys[event.key] : () => setActive(neighbour(active, step, found.length));
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  const optionId = (index: number) => `${id}-${index}`;
  const listId = `${id}-list`;
  const isOpen = found.length > 0;
  const field = {
    onInput: (event: InputEvent<HTMLInputElement>) => {
      // What is half composed is no word yet.
      if (!event.nativeEvent.isComposing) ask(event.currentTarget.value);
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => ask(event.currentTarget.value),
    onKeyDown,
    onBlur: close,
    // Without scripts it is a plain field.
    ...(isAlive && {
      role: 'combobox',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': isOpen,
      ...(isOpen && { 'aria-controls': listId }),
      ...(active >= 0 && { 'aria-activedescendant': optionId(active) }),
    }),
  };
  const list: SuggestionsProps = { listId, optionId, found, active, choose, isAlive };
  return { field, list, close };
}

function isWorthAsking(q: string): boolean {
  // One Latin letter says nothing; one of Japanese may be a word.
  return q.length > 1 || /[^ -~]/.test(q);
}

/** Round and round, with the field itself (-1) between the last and the first. */
function neighbour(active: number, step: number, count: number): number {
  const places = count + 1;
  return ((active + 1 + step + places) % places) - 1;
}

const neverChanges = () => () => {};
const isTrue = () => true;
const isFalse = () => false;
