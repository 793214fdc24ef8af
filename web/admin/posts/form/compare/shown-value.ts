import type { TFunction } from 'i18next';
import type { CategoryOption } from '../../../categories/category-options.ts';
import { allTags, type PostFormValues } from '../post-form-values.ts';
import type { ComparedField } from './differences.ts';

export function shownValue(
  field: ComparedField,
  values: PostFormValues,
  { t, categories }: { readonly t: TFunction<'console'>; readonly categories: readonly CategoryOption[] },
): string {
  const text = textOf(field, values, { t, categories });
  return text === '' ? t('posts.noneChosen') : text;
}

function textOf(
  field: ComparedField,
  values: PostFormValues,
  { t, categories }: { readonly t: TFunction<'console'>; readonly categories: readonly CategoryOption[] },
): string {
  switch (field) {
    case 'isHiddenInList':
      return t(values.isHiddenInList ? 'writing.compare.yes' : 'writing.compare.no');
    case 'editorMode':
      return t(`posts.modes.${values.editorMode}.name`);
    case 'category':
      return categories.find(({ value }) => value === values.category)?.label ?? values.category;
    case 'thumbnail':
      return filesText(values.thumbnail ? [values.thumbnail] : []);
    case 'images':
    case 'files':
      return filesText(values[field]);
    case 'links':
      return values.links.map(({ url, label }) => (label === '' ? url : `${label} (${url})`)).join('\n');
    case 'tags':
      return allTags(values).join(', ');
    case 'groups':
      return values.groups.join(', ');
    case 'publishAt':
      return values.publishAt.replace('T', ' ');
    default:
      return values[field];
  }
}

function filesText(files: readonly { readonly fileId: string; readonly caption: string }[]): string {
  return files.map(({ fileId, caption }) => (caption === '' ? fileId : `${caption} (${fileId})`)).join('\n');
}
