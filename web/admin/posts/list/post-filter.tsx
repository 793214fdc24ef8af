import { Button, NativeSelect, Select, TextInput } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { type SubmitEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PostFilter as Filter, PostFilter as FilterSchema, MAX_FILTER } from '#contract/admin-posts.ts';
import { ConsoleForm } from '../../ui/console-form.tsx';
import type { CategoryOption } from '../category-options.ts';
import { isFiltered, type ListState } from './list-state.ts';

export interface PostFilterProps {
  readonly state: ListState;
  readonly categories: readonly CategoryOption[];
  readonly onRun: (wanted: Pick<ListState, 'filter' | 'category'>) => void;
}

const NO_FILTER: Filter = { attribute: 'slug', compare: 'eq', value: '' };
const { attribute: attributes, compare: comparisons } = FilterSchema.shape;

/** Which posts the list shows. It stands open whenever it leaves some out. */
export function PostFilter({ state, categories, onRun }: PostFilterProps) {
  const { t } = useTranslation('console');
  const [isOpen, setIsOpen] = useState(isFiltered(state));
  const [filter, setFilter] = useState(state.filter ?? NO_FILTER);
  const [category, setCategory] = useState(state.category);

  const given = JSON.stringify([state.filter, state.category]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts is what the address says
  useEffect(() => {
    setFilter(state.filter ?? NO_FILTER);
    setCategory(state.category);
    if (isFiltered(state)) setIsOpen(true);
  }, [given]);

  function run(event: SubmitEvent): void {
    event.preventDefault();
    onRun({ filter: filter.value === '' ? undefined : filter, category });
  }

  function reset(): void {
    setFilter(NO_FILTER);
    setCategory('');
    onRun({ filter: undefined, category: '' });
  }

  return (
    <details className="post-filter" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <ListFilter size={16} aria-hidden="true" />
        {t('posts.filter.heading')}
      </summary>
      <ConsoleForm className="post-filter-form" onSubmit={run}>
        <NativeSelect
          label={t('posts.filter.target')}
          value={filter.attribute}
          data={attributes.options.map((value) => ({ value, label: t(`posts.filter.targets.${value}`) }))}
          onChange={({ target }) => setFilter({ ...filter, attribute: attributes.parse(target.value) })}
        />
        <NativeSelect
          label={t('posts.filter.condition')}
          value={filter.compare}
          data={comparisons.options.map((value) => ({ value, label: t(`posts.filter.conditions.${value}`) }))}
          onChange={({ target }) => setFilter({ ...filter, compare: comparisons.parse(target.value) })}
        />
        <TextInput
          className="post-filter-value"
          label={t('posts.filter.value')}
          value={filter.value}
          maxLength={MAX_FILTER}
          onChange={({ target }) => setFilter({ ...filter, value: target.value })}
        />
        <Select
          label={t('posts.columns.category')}
          placeholder={t('posts.filter.anyCategory')}
          data={categories}
          value={category === '' ? null : category}
          onChange={(value) => setCategory(value ?? '')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('posts.clear') }}
          nothingFoundMessage={t('posts.noCategory')}
        />
        <div className="post-filter-actions">
          <Button type="submit">{t('posts.filter.run')}</Button>
          <Button variant="default" onClick={reset}>
            {t('posts.filter.reset')}
          </Button>
        </div>
      </ConsoleForm>
    </details>
  );
}
