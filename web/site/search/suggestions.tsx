import { useTranslation } from 'react-i18next';
import { contentLanguage } from '../../i18n/content-language.ts';
import type { Suggestion } from './fetch-suggestions.ts';
import { Highlighted, textOf } from './highlighted.tsx';

export interface SuggestionsProps {
  readonly listId: string;
  readonly optionId: (index: number) => string;
  readonly found: readonly Suggestion[];
  /** Index of the option that Enter selects, or -1. */
  readonly active: number;
  readonly choose: (index: number) => void;
  readonly isAlive: boolean;
}

export function Suggestions({ listId, optionId, found, active, choose, isAlive }: SuggestionsProps) {
  const { t } = useTranslation();
  if (!isAlive) return null;
  return (
    <>
      <p className="sr-only" role="status">
        {found.length > 0 && t('search.suggested', { count: found.length })}
      </p>
      {found.length > 0 && (
        <div className="suggestions" id={listId} role="listbox" aria-label={t('search.suggestions')}>
          {found.map(({ slug, title }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              key={slug}
              className="suggestion"
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              lang={contentLanguage(textOf(title))}
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
