import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type AdminCategoryDetail, adminCategoryApi } from '#contract/admin-categories.ts';
import { messages } from '#contract/errors.ts';
import { MAX_SLUG } from '#contract/slugs.ts';
import { categoryListPath } from '../../paths/console.ts';
import { quietCall } from '../../session/console-call.ts';
import { RestoredNotice } from '../drafts/draft-notices.tsx';
import { useFormDraft } from '../drafts/use-form-draft.ts';
import { ConsoleForm } from '../ui/console-form.tsx';
import { EditConflict } from '../ui/edit-conflict.tsx';
import type { ConsoleKey } from '../ui/failure-text.ts';
import { FormFailure } from '../ui/form-failure.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { useCheckWhenLeft } from '../ui/use-check-when-left.ts';
import { changedFields, useEditSubmit } from '../ui/use-edit-submit.ts';
import {
  type CategoryFormValues,
  categoryErrors,
  categoryValues,
  MAX_DESCRIPTION,
  MAX_LABEL,
} from './category-form-values.ts';
import type { CategoryOption } from './category-options.ts';
import { CategoryPicker } from './category-picker.tsx';
import { familyOf } from './shown-options.ts';

const DELAY_MS = 350;

/** Ignores failed checks, because saving checks again. */
function useSlugCheck(serviceId: string, typed: string, onTaken: (slug: string) => void): 'free' | undefined {
  const [freeSlug, setFreeSlug] = useState<string>();
  const notice = useRef(onTaken);
  notice.current = onTaken;
  const slug = categoryErrors.slug(typed) ? '' : typed.trim();
  useEffect(() => {
    if (slug === '') return;
    let isActive = true;
    const ask = async () => {
      const isFree = await quietCall(adminCategoryApi.isSlugFree, { params: { serviceId }, query: { slug } });
      if (!isActive) return;
      if (isFree) setFreeSlug(slug);
      else notice.current(slug);
    };
    const timer = setTimeout(() => void ask().catch(() => {}), DELAY_MS);
    return () => {
      isActive = false;
      clearTimeout(timer);
    };
  }, [serviceId, slug]);
  return slug !== '' && slug === freeSlug ? 'free' : undefined;
}

export interface CategoryFormProps {
  readonly serviceId: string;
  readonly initialValues: CategoryFormValues;
  readonly isNew: boolean;
  readonly options: readonly CategoryOption[];
  readonly submitLabel: string;
  /** `change` contains the changed fields only. Errors are shown in the form. */
  readonly save: (values: CategoryFormValues, change: Partial<CategoryFormValues>) => Promise<void>;
  readonly onSaved: (values: CategoryFormValues) => void;
}

const FIELDS = ['parentCategorySlug', 'slug', 'label', 'description'] as const;
const LABELS = {
  parentCategorySlug: 'categories.parent',
  slug: 'categories.slug',
  label: 'categories.label',
  description: 'categories.description',
} as const;
const BOUNDS = { label: { max: MAX_LABEL }, description: { max: MAX_DESCRIPTION } };

export function CategoryForm(props: CategoryFormProps) {
  const { serviceId, initialValues, isNew, options, submitLabel, save, onSaved } = props;
  const { t } = useTranslation('console');
  const [takenSlugs] = useState(() => new Set<string>());
  const form = useForm<CategoryFormValues>({
    initialValues,
    ...useCheckWhenLeft(),
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
  const draft = useFormDraft(isNew ? `category.${serviceId}` : `category.${serviceId}.${initialValues.slug}`, form);
  const slugState = useSlugCheck(serviceId, isNew ? form.values.slug : '', (slug) => {
    takenSlugs.add(slug);
    void form.validateField('slug');
  });

  function textOf(fieldError: ConsoleKey | undefined, bounds: { readonly max: number }): string | null {
    return fieldError ? t(fieldError, bounds) : null;
  }

  const { failure, submit, conflict } = useEditSubmit<CategoryFormValues, AdminCategoryDetail>({
    ...{ form, draft, isNew, fields: FIELDS },
    save: async (values) => {
      await save(values, changedFields(values, form.getInitialValues()));
      return () => onSaved(values);
    },
    valuesOf: categoryValues,
    errorsOf: ({ complaints }) => ({ ...form.validate().errors, ...complaints }),
  });

  function shown(field: keyof CategoryFormValues, values: CategoryFormValues): string {
    if (field !== 'parentCategorySlug') return String(values[field]);
    const slug = values.parentCategorySlug;
    return slug === '' ? t('categories.atTop') : (options.find(({ value }) => value === slug)?.label ?? slug);
  }

  return (
    <ConsoleForm className="service-form ui-column ui-gap-5" onSubmit={submit}>
      <RestoredNotice draft={draft} onReset={form.reset} />
      <CategoryPicker
        label={t('categories.parent')}
        description={t('categories.parentHelp')}
        placeholder={t('categories.atTop')}
        options={options}
        {...(!isNew && { disabledSlugs: familyOf(options, initialValues.slug) })}
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
          {slugState && (
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
      <FormFailure text={failure} />
      {conflict && (
        <EditConflict
          {...conflict}
          rows={conflict.fields.map((field) => ({
            label: t(LABELS[field]),
            yours: shown(field, form.values),
            saved: shown(field, conflict.saved),
          }))}
        />
      )}
      <div className="form-actions">
        <SubmitButton>{submitLabel}</SubmitButton>
        <Button component={Link} to={categoryListPath(serviceId)} variant="default">
          {t('action.cancel')}
        </Button>
      </div>
    </ConsoleForm>
  );
}
