import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CategoryPicker } from '../../../categories/category-picker.tsx';
import type { BulkChoiceProps } from './choice.ts';
import { GroupChoice } from './group-choice.tsx';
import { TagsChoice } from './tags-choice.tsx';

export function BulkChoice({ serviceId, action, categories, choice, onChange }: BulkChoiceProps) {
  switch (action) {
    case 'move':
      return <MoveChoice {...{ categories, choice, onChange }} />;
    case 'tag':
    case 'untag':
      return <TagsChoice {...{ serviceId, choice, onChange }} />;
    case 'group':
    case 'ungroup':
      return <GroupChoice {...{ serviceId, choice, onChange }} />;
    default:
      return null;
  }
}

function MoveChoice({ categories, choice, onChange }: Pick<BulkChoiceProps, 'categories' | 'choice' | 'onChange'>) {
  const { t } = useTranslation('console');
  const isNone = choice.category === '';
  return (
    <>
      <CategoryPicker
        label={t('posts.columns.category')}
        placeholder={isNone ? t('posts.noneChosen') : undefined}
        options={categories}
        value={choice.category ?? ''}
        onChange={(slug) => onChange({ ...choice, category: slug === '' ? undefined : slug })}
        data-autofocus
      />
      <Checkbox
        label={t('postList.bulk.noCategory')}
        checked={isNone}
        onChange={({ target }) => onChange({ ...choice, category: target.checked ? '' : undefined })}
      />
    </>
  );
}
