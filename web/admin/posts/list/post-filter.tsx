import { Autocomplete, Button, NativeSelect, TextInput } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { type SubmitEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PostFilter as Filter, PostFilter as FilterSchema, MAX_FILTER } from '#contract/admin-posts.ts';
import type { CategoryOption } from '../../categories/category-options.ts';
import { CategoryPicker } from '../../categories/category-picker.tsx';
import { useTagLabels } from '../../post-form/tags-field.tsx';
import { ConsoleForm } from '../../ui/console-form.tsx';
import { everything, isNarrowed, type ListState, type Narrowing } from './list-state.ts';

interface PostFilterProps {
  readonly serviceId: string;
  readonly state: ListState;
  readonly categories: readonly CategoryOption[];
  readonly onRun: (narrowing: Narrowing) => void;
}

const NO_FILTER: Filter = { attribute: 'slug', compare: 'eq', value: '' };
const { attribute: attributes, compare: comparisons } = FilterSchema.shape;

export function PostFilter({ serviceId, state, categories, onRun }: PostFilterProps) {
  const { t } = useTranslation('console');
  const [isOpen, setIsOpen] = useState(isNarrowed(state));
  const [filter, setFilter] = useState(state.filter ?? NO_FILTER);
  const [category, setCategory] = useState(state.category);
  const [tag, setTag] = useState(state.tag);

  const filterKey = JSON.stringify([state.filter, state.category, state.tag]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the URL, compared by value
  useEffect(() => {
    setFilter(state.filter ?? NO_FILTER);
    setCategory(state.category);
    setTag(state.tag);
    if (isNarrowed(state)) setIsOpen(true);
  }, [filterKey]);

  function run(event: SubmitEvent): void {
    event.preventDefault();
    onRun({ filter: filter.value === '' ? undefined : filter, category, tag: tag.trim() });
  }

  function reset(): void {
    setFilter(NO_FILTER);
    setCategory('');
    setTag('');
    onRun(everything);
  }

  return (
    <details
      className="post-filter filter ui-below-4"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <ListFilter />
        {t('posts.filter.heading')}
      </summary>
      <ConsoleForm
        className="filter-form post-filter-form ui-panel ui-grid ui-bottom ui-gap-3-4"
        onSubmit={run}
        isSearch
      >
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
          label={t('posts.filter.value')}
          value={filter.value}
          maxLength={MAX_FILTER}
          onChange={({ target }) => setFilter({ ...filter, value: target.value })}
        />
        <CategoryPicker
          label={t('posts.columns.category')}
          placeholder={t('posts.filter.anyCategory')}
          options={categories}
          value={category}
          onChange={setCategory}
        />
        {isOpen && <TagChoice serviceId={serviceId} value={tag} onChange={setTag} />}
        <div className="ui-line ui-gap-2">
          <Button type="submit">{t('posts.filter.run')}</Button>
          <Button variant="default" onClick={reset}>
            {t('posts.filter.reset')}
          </Button>
        </div>
      </ConsoleForm>
    </details>
  );
}

interface TagChoiceProps {
  readonly serviceId: string;
  readonly value: string;
  readonly onChange: (tag: string) => void;
}

function TagChoice({ serviceId, value, onChange }: TagChoiceProps) {
  const { t } = useTranslation('console');
  const labels = useTagLabels(serviceId);
  return (
    <Autocomplete
      label={t('postList.tag')}
      placeholder={t('postList.anyTag')}
      data={labels}
      limit={20}
      value={value}
      maxLength={128}
      onChange={onChange}
    />
  );
}
