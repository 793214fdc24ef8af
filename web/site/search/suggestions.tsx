import { type CompositionEvent, type InputEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { postPath } from '#contract/page-paths.ts';
import type { FoundPost, TextPiece } from '#contract/post-search.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { useIsHydrated } from '../../ui/use-is-hydrated.ts';

/** Debounce delay, about the time between two keystrokes. */
const PAUSE_MS = 150;
const NONE: readonly Suggestion[] = [];
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface SuggestionOptions {
  readonly serviceId: string;
  readonly id: string;
  readonly onChosen: () => void;
}

export function useSuggestions({ serviceId, id, onChosen }: SuggestionOptions) {
  const navigate = useNavigate();
  const isHydrated = useIsHydrated();
  const [found, setFound] = useState(NONE);
  /** Index of the option that Enter selects, or -1. */
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
    if (!isLongEnough(q)) return show(NONE);
    const answer = async () => {
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
    // Leaves keys to the input method editor; Safari marks its last keydown with keyCode 229 only.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const step = found.length > 0 ? STEPS[event.key] : undefined;
    const act = step === undefined ? keys[event.key] : () => setActive(neighbor(active, step, found.length));
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
      if (!event.nativeEvent.isComposing) ask(event.currentTarget.value);
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => ask(event.currentTarget.value),
    onKeyDown,
    onBlur: close,
    // Before hydration it is a plain field.
    ...(isHydrated && {
      role: 'combobox',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': isOpen,
      ...(isOpen && { 'aria-controls': listId }),
      ...(active >= 0 && { 'aria-activedescendant': optionId(active) }),
    }),
  };
  return { field, list: { listId, optionId, found, active, choose, isHydrated }, close };
}

function isLongEnough(q: string): boolean {
  // A single ASCII character is too short; a single Japanese character may be a word.
  return q.length > 1 || /[^ -~]/.test(q);
}

/** Cycles through the options, with the field itself (-1) between last and first. */
function neighbor(active: number, step: number, count: number): number {
  const places = count + 1;
  return ((active + 1 + step + places) % places) - 1;
}

interface Suggestion {
  readonly slug: string;
  readonly language: string | undefined;
  readonly title: readonly TextPiece[];
}

const MAX_SUGGESTIONS = 6;

interface Answer {
  readonly items: readonly FoundPost[];
  readonly pageToken?: string | null;
}

const NOTHING: Answer = { items: [] };

/** Does without the API client, whose schemas would load on every public page. Failed requests give no suggestions. */
export async function fetchSuggestions(serviceId: string, q: string, signal: AbortSignal): Promise<Suggestion[]> {
  const ask = async (pageToken: string): Promise<Answer> => {
    const query = new URLSearchParams({ q, count: String(MAX_SUGGESTIONS), ...(pageToken && { pageToken }) });
    const response = await fetch(`/api/posts/${serviceId}/search?${query}`, { signal });
    return response.ok ? response.json() : NOTHING;
  };
  const first = await ask('');
  // The API searches a limited number of posts per request.
  const { items } = first.items.length === 0 && first.pageToken ? await ask(first.pageToken) : first;
  return items.map(({ slug, language, highlights }) => ({ slug, language, title: highlights.title }));
}

export function Suggestions(list: ReturnType<typeof useSuggestions>['list']) {
  const { t } = useTranslation();
  const { listId, optionId, found, active, choose, isHydrated } = list;
  if (!isHydrated) return null;
  return (
    <>
      <p className="sr-only" role="status">
        {found.length > 0 && t('search.suggested', { count: found.length })}
      </p>
      {found.length > 0 && (
        <div className="suggestions" id={listId} role="listbox" aria-label={t('search.suggestions')}>
          {found.map(({ slug, language, title }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
            <div
              key={slug}
              className="suggestion"
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              lang={language ?? contentLanguage(textOf(title))}
              // Prevents the field from losing focus, which would close the list.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(index)}
            >
              <Highlighted pieces={title} />
            </div>
          ))}
        </div>
      )}
    </>
  );
}

export function Highlighted({ pieces }: { pieces: readonly TextPiece[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the order of the pieces is constant
  return pieces.map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text));
}

export function textOf(pieces: readonly TextPiece[]): string {
  return pieces.map(({ text }) => text).join('');
}
