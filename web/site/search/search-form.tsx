import { type SubmitEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { searchPath } from '#contract/page-paths.ts';
import { Suggestions, useSuggestions } from './suggestions.tsx';

/** Equals `MAX_SEARCH` of the contract, which public pages do not load for its schemas. */
const MAX_LENGTH = 100;

export interface SearchFormProps {
  readonly serviceId: string;
  /** Accessible name of the landmark; defaults to that of the search in the header. */
  readonly label?: string;
  readonly q?: string;
  readonly isLarge?: boolean;
  /** Id of the form, for fields outside of it. */
  readonly formId?: string;
}

export function SearchForm({ serviceId, label, q = '', isLarge = false, formId }: SearchFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const empty = () => input.current?.form?.reset();
  const { field, list, close } = useSuggestions({ serviceId, id, onChosen: empty });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    close();
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
    const query = new URLSearchParams(fields.filter(([name, value]) => name === 'q' || value !== ''));
    void navigate(`${searchPath(serviceId)}?${query}`);
    // The results page has its own form with the query.
    if (!isLarge) empty();
  };
  return (
    <search aria-label={label ?? t('search.label')}>
      <form
        className={isLarge ? 'search-form search-form-large' : 'search-form'}
        id={formId}
        action={searchPath(serviceId)}
        onSubmit={submit}
      >
        <label className="sr-only" htmlFor={id}>
          {t('search.words')}
        </label>
        <input
          key={q}
          ref={input}
          id={id}
          name="q"
          defaultValue={q}
          maxLength={MAX_LENGTH}
          placeholder={t('search.placeholder')}
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field}
        />
        <button type="submit" aria-label={t('search.submit')}>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M12.5 12.5l5 5M14 8.25a5.75 5.75 0 1 1-11.5 0 5.75 5.75 0 0 1 11.5 0Z" />
          </svg>
        </button>
        <Suggestions {...list} />
      </form>
    </search>
  );
}
