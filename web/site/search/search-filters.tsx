import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MenuCategory } from '../service/load-service.server.ts';
import { useService } from '../service/service-context.tsx';
import { chosenOf, type SearchFilters as Filters } from './chosen-filters.ts';
import type { SearchData } from './load-search.server.ts';

interface SearchFiltersProps extends Pick<SearchData, 'q' | 'filters' | 'years' | 'languages'> {
  /** Id of the form that sends the filters. */
  readonly form: string;
}

export function SearchFilters({ form, q, filters, years, languages }: SearchFiltersProps) {
  const { t } = useTranslation();
  const { menu } = useService() ?? {};
  const { category, tag, year, language } = filters;
  const tags = menu?.tags ?? [];
  return (
    <fieldset className="search-filters ui-row ui-bottom ui-gap-2-3">
      <legend className="sr-only">{t('search.filters')}</legend>
      <Choice form={form} name="category" chosen={category} label={t('search.category')}>
        {menu && <CategoryOptions categories={menu.categories} />}
      </Choice>
      <Choice form={form} name="tag" chosen={tag} label={t('search.tag')}>
        {[...tags, ...(tag === '' || tags.includes(tag) ? [] : [tag])].map((label) => (
          <option key={label}>{label}</option>
        ))}
      </Choice>
      <Choice form={form} name="year" chosen={year} label={t('search.year')}>
        {years.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Choice>
      {languages.length > 1 && (
        <Choice form={form} name="language" chosen={language} label={t('search.language')}>
          {languages.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </Choice>
      )}
      <button className="button" data-tone="plain" type="submit" form={form}>
        {t('search.apply')}
      </button>
      {Object.keys(chosenOf(filters)).length > 0 && (
        <Link className="search-clear" to={{ search: `?${new URLSearchParams({ q })}` }}>
          {t('search.clear')}
        </Link>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  readonly form: string;
  readonly name: keyof Filters;
  readonly chosen: string;
  readonly label: string;
  readonly children: ReactNode;
}

function Choice({ form, name, chosen, label, children }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <label className="ui-column ui-quiet ui-small">
      {label}
      <select key={chosen} form={form} name={name} defaultValue={chosen}>
        <option value="">{t('search.any')}</option>
        {children}
      </select>
    </label>
  );
}

const INDENT = '\u2003';

function CategoryOptions({ categories, depth = 0 }: { categories: readonly MenuCategory[]; depth?: number }) {
  return categories.map(({ slug, label, children }) => [
    <option key={slug} value={slug}>
      {INDENT.repeat(depth) + label}
    </option>,
    <CategoryOptions key={`below ${slug}`} categories={children} depth={depth + 1} />,
  ]);
}
