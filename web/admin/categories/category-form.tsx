import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useCallbackRef } from '@mantine/hooks';
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type AdminCategoryDetail, adminCategoryApi } from '#contract/admin-categories.ts';
import { messages } from '#contract/errors.ts';
import { MAX_SLUG } from '#contract/slugs.ts';
import { categoryListPath } from '../../paths/console.ts';
import { consoleCall, quietCall } from '../../session/console-call.ts';
import { RecordForm } from '../drafts/record-form.tsx';
import { useFormDraft } from '../drafts/use-form-draft.ts';
import { FormConflict } from '../ui/edit-conflict.tsx';
import type { ConsoleKey } from '../ui/failure-text.ts';
import { notifySuccess } from '../ui/notify.tsx';
import { changedFields, useEditSubmit } from '../ui/use-edit-submit.ts';
import { useLoaded } from '../ui/use-loaded.ts';
import { useValidateOnBlur } from '../ui/use-validate-on-blur.ts';
import {
  type CategoryFormValues,
  categoryErrors,
  categoryValues,
  MAX_DESCRIPTION,
  MAX_LABEL,
  newCategoryValues,
  toCategory,
  toChange,
} from './category-form-values.ts';
import { type CategoryOption, familyOf } from './category-options.ts';
import { CategoryPicker } from './category-picker.tsx';
import { unfoldLater } from './unfolded-memory.ts';

const DELAY_MS = 350;

/** Ignores failed checks, because saving checks again. */
function useSlugCheck(serviceId: string, typed: string, onTaken: (slug: string) => void): boolean {
  const slug = categoryErrors.slug(typed) ? '' : typed.trim();
  const check = async () => {
    const isFree =
      slug === '' || (await quietCall(adminCategoryApi.isSlugFree, { params: { serviceId }, query: { slug } }));
    return { slug, isFree };
  };
  const { value } = useLoaded(slug, check, DELAY_MS);
  const notify = useCallbackRef(onTaken);
  useEffect(() => {
    if (value?.isFree === false) notify(value.slug);
  }, [value, notify]);
  return slug !== '' && value?.slug === slug && value.isFree;
}

export interface CategoryFormProps {
  readonly serviceId: string;
  readonly category?: AdminCategoryDetail;
  /** Slug of the parent that a new category starts with. */
  readonly parent?: string;
  readonly options: readonly CategoryOption[];
}

const FIELDS = ['parentCategorySlug', 'slug', 'label', 'description'] as const;
const LABELS = {
  parentCategorySlug: 'categories.parent',
  slug: 'categories.slug',
  label: 'categories.label',
  description: 'categories.description',
} as const;
const BOUNDS = { label: { max: MAX_LABEL }, description: { max: MAX_DESCRIPTION } };

export function CategoryForm({ serviceId, category, parent = '', options }: CategoryFormProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const isNew = category === undefined;
  const [takenSlugs] = useState(() => new Set<string>());
  const form = useForm<CategoryFormValues>({
    initialValues: category ? categoryValues(category) : newCategoryValues(parent),
    ...useValidateOnBlur(),
    validate: {
      slug: (slug) => {
        const fieldError = isNew ? categoryErrors.slug(slug) : undefined;
        if (fieldError) return t(fieldError);
        return takenSlugs.has(slug.trim()) ? t(`msg.${messages.slugTaken}`) : null;
      },
      label: (label) => textOf(categoryErrors.label(label), BOUNDS.label),
      description: (description) => textOf(categoryErrors.description(description), BOUNDS.description),
    },
  });
  const draft = useFormDraft(category ? `category.${serviceId}.${category.slug}` : `category.${serviceId}`, form);
  const isFree = useSlugCheck(serviceId, isNew ? form.values.slug : '', (slug) => {
    takenSlugs.add(slug);
    void form.validateField('slug');
  });

  function textOf(fieldError: ConsoleKey | undefined, bounds: { readonly max: number }): string | null {
    return fieldError ? t(fieldError, bounds) : null;
  }

  async function save(values: CategoryFormValues): Promise<() => void> {
    const change = changedFields(values, form.getInitialValues());
    if (!category) await consoleCall(adminCategoryApi.create, { params: { serviceId }, body: toCategory(values) });
    else if (Object.keys(change).length > 0) {
      const body = { ...toChange(change), revision: values.revision };
      await consoleCall(adminCategoryApi.update, { params: { serviceId, slug: category.slug }, body });
    }
    return () => {
      unfoldLater(serviceId, values.parentCategorySlug);
      notifySuccess(isNew ? 'done.created' : 'done.edited');
      void navigate(categoryListPath(serviceId));
    };
  }

  const { failure, submit, conflict } = useEditSubmit<CategoryFormValues, AdminCategoryDetail>({
    form,
    draft,
    isNew,
    fields: FIELDS,
    save,
    valuesOf: categoryValues,
    errorsOf: ({ fieldErrors }) => ({ ...form.validate().errors, ...fieldErrors }),
  });

  function shown(field: keyof CategoryFormValues, values: CategoryFormValues): string {
    if (field !== 'parentCategorySlug') return String(values[field]);
    const slug = values.parentCategorySlug;
    return slug === '' ? t('categories.atTop') : (options.find(({ value }) => value === slug)?.label ?? slug);
  }

  return (
    <RecordForm
      form={form}
      draft={draft}
      submit={submit}
      failure={failure}
      conflict={conflict && <FormConflict conflict={conflict} labelOf={(field) => t(LABELS[field])} textOf={shown} />}
      submitLabel={t(isNew ? 'action.create' : 'action.save')}
      back={categoryListPath(serviceId)}
    >
      <CategoryPicker
        label={t('categories.parent')}
        description={t('categories.parentHelp')}
        placeholder={t('categories.atTop')}
        options={options}
        {...(category && { disabledSlugs: familyOf(options, category.slug) })}
        {...form.getInputProps('parentCategorySlug')}
        value={form.values.parentCategorySlug}
      />
      <div>
        <TextInput
          label={t('categories.slug')}
          description={t(isNew ? 'categories.slugHelp' : 'categories.slugFixed')}
          readOnly={!isNew}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_SLUG}
          {...form.getInputProps('slug')}
        />
        <p className="slug-state ui-line ui-middle" role="status">
          {isFree && (
            <>
              <Check size={14} />
              {t('categories.slugFree')}
            </>
          )}
        </p>
      </div>
      <TextInput
        label={t('categories.label')}
        description={t('categories.labelHelp', BOUNDS.label)}
        autoComplete="off"
        {...form.getInputProps('label')}
      />
      <Textarea
        label={t('categories.description')}
        description={t('categories.descriptionHelp', BOUNDS.description)}
        autosize
        minRows={2}
        maxRows={10}
        {...form.getInputProps('description')}
      />
    </RecordForm>
  );
}
