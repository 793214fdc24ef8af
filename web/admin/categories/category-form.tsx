import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  type AdminCategoryDetail,
  adminCategoryApi,
  CategoryCreation,
  MAX_CATEGORY_DESCRIPTION,
  RESERVED_CATEGORY_SLUGS,
} from '#contract/admin-categories.ts';
import { ROOT_CATEGORY } from '#contract/categories.ts';
import { messages } from '#contract/errors.ts';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import { MAX_SLUG } from '#contract/slugs.ts';
import { categoryListPath } from '../../paths/console.ts';
import { consoleCall, quietCall } from '../../session/console-call.ts';
import { RecordForm } from '../drafts/record-form.tsx';
import { useFormDraft } from '../drafts/use-form-draft.ts';
import { fileName } from '../post-form/files/file-facts.tsx';
import { useKnownFiles } from '../post-form/files/use-known-files.ts';
import { FormConflict } from '../ui/edit-conflict.tsx';
import type { ConsoleKey } from '../ui/failure-text.ts';
import { notifySuccess } from '../ui/notify.tsx';
import { useSlugCheck } from '../ui/use-slug-check.ts';
import { changedFields, useEditSubmit } from '../ui/use-submit.ts';
import { useValidateOnBlur } from '../ui/use-validate-on-blur.ts';
import { type CategoryOption, familyOf } from './category-options.ts';
import { CategoryPicker } from './category-picker.tsx';
import { CategoryPicture } from './category-picture.tsx';
import { unfoldLater } from './category-trees.ts';

interface CategoryFormValues {
  /** Slug of the parent category; empty at the top level. */
  readonly parentCategorySlug: string;
  readonly slug: string;
  readonly label: string;
  readonly description: string;
  /** Id of the file; empty for none. */
  readonly pictureId: string;
  readonly revision: number;
}

const MAX_LABEL = 200;

export function newCategoryValues(parentCategorySlug: string): CategoryFormValues {
  return { parentCategorySlug, slug: '', label: '', description: '', pictureId: '', revision: 0 };
}

function categoryValues(category: AdminCategoryDetail): CategoryFormValues {
  const { slug, label, description, parents, revision, pictureId } = category;
  const parentCategorySlug = parents.at(-1)?.slug ?? '';
  return { parentCategorySlug, slug, label, description, pictureId: pictureId ?? '', revision };
}

export function toCategory({ parentCategorySlug, slug, label, description, pictureId }: CategoryFormValues) {
  return { parentCategorySlug, slug: slug.trim(), label: label.trim(), description: description.trim(), pictureId };
}

function toChange(change: Partial<CategoryFormValues>): Partial<ReturnType<typeof toCategory>> {
  return Object.fromEntries(Object.entries(change).map(([field, value]) => [field, String(value).trim()]));
}

const { shape } = CategoryCreation;

export const categoryErrors: Readonly<
  Record<'slug' | 'label' | 'description', (value: string) => ConsoleKey | undefined>
> = {
  slug: slugError,
  label: (label) => {
    if (label.trim() === '') return 'rule.required';
    return shape.label.safeParse(label).success ? undefined : 'categories.tooLong';
  },
  description: (text) => (shape.description.safeParse(text).success ? undefined : 'categories.tooLong'),
};

function slugError(typed: string): ConsoleKey | undefined {
  const slug = typed.trim();
  if (slug === '') return 'rule.required';
  if (slug === ROOT_CATEGORY || RESERVED_CATEGORY_SLUGS.has(slug)) return 'categories.slugReserved';
  return shape.slug.safeParse(slug).success ? undefined : 'categories.slugRule';
}

interface CategoryFormProps {
  readonly serviceId: string;
  readonly category?: AdminCategoryDetail;
  /** Slug of the parent that a new category starts with. */
  readonly parent?: string;
  readonly options: readonly CategoryOption[];
  readonly settings: ServiceConfigs;
}

const FIELDS = ['parentCategorySlug', 'slug', 'label', 'description', 'pictureId'] as const;
const LABELS = {
  parentCategorySlug: 'categories.parent',
  slug: 'categories.slug',
  label: 'categories.label',
  description: 'categories.description',
  pictureId: 'categories.picture',
} as const;
const BOUNDS = { label: { max: MAX_LABEL }, description: { max: MAX_CATEGORY_DESCRIPTION } };

export function CategoryForm({ serviceId, category, parent = '', options, settings }: CategoryFormProps) {
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
  const { pictureId } = form.values;
  const known = useKnownFiles(serviceId, { stored: [], fileIds: pictureId === '' ? [] : [pictureId] });
  const draft = useFormDraft(category ? `category.${serviceId}.${category.slug}` : `category.${serviceId}`, form);
  const { slug: typedSlug } = form.values;
  const isFree = useSlugCheck(
    !isNew || categoryErrors.slug(typedSlug) ? '' : typedSlug.trim(),
    (slug) => quietCall(adminCategoryApi.isSlugFree, { params: { serviceId }, query: { slug } }),
    (slug, isFree) => {
      if (isFree) return;
      takenSlugs.add(slug);
      void form.validateField('slug');
    },
  );

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
    if (field === 'pictureId' && values.pictureId !== '')
      return fileName(known.get(values.pictureId), values.pictureId);
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
      <CategoryPicture
        serviceId={serviceId}
        settings={settings}
        known={known}
        {...form.getInputProps('pictureId')}
        value={pictureId}
      />
    </RecordForm>
  );
}
