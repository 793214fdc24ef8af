import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type AdminPostGroup, adminPostGroupApi } from '#contract/post-groups.ts';
import { MAX_SLUG } from '#contract/slugs.ts';
import { quietCall } from '../../session/console-call.ts';
import { RestoredNotice } from '../drafts/draft-notices.tsx';
import { useFormDraft } from '../drafts/use-form-draft.ts';
import { ConsoleForm } from '../ui/console-form.tsx';
import { EditConflict } from '../ui/edit-conflict.tsx';
import { FormFailure } from '../ui/form-failure.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { useAfterPress } from '../ui/use-after-press.ts';
import { useEditSubmit } from '../ui/use-edit-submit.ts';
import { slugOfLabel } from './group-slug.ts';
import { type GroupValues, groupErrors, MAX_LABEL, slugError } from './group-values.ts';

export interface GroupFormProps {
  readonly serviceId: string;
  readonly initialValues: GroupValues;
  readonly isNew: boolean;
  readonly save: (values: GroupValues) => Promise<() => void>;
  readonly backPath: string;
}

export function GroupForm({ serviceId, initialValues, isNew, save, backPath }: GroupFormProps) {
  const { t } = useTranslation('console');
  const { form, check } = useGroupForm(serviceId, initialValues, isNew);
  const afterPress = useAfterPress();
  const draft = useFormDraft(`group.${serviceId}.${initialValues.slug}`, form);

  const { failure, submit, conflict } = useEditSubmit<GroupValues, AdminPostGroup>({
    ...{ form, draft, isNew, fields: ['label', 'slug'] },
    save: ({ slug, label, revision }) => save({ slug: slug.trim(), label: label.trim(), revision }),
    valuesOf: ({ slug, label, revision }) => ({ slug, label, revision }),
  });

  function leaveLabel(): void {
    if (isNew && form.getValues().slug === '') form.setFieldValue('slug', slugOfLabel(form.getValues().label));
    void form.validateField('label');
  }

  return (
    <ConsoleForm className="record-form" onSubmit={submit}>
      <RestoredNotice draft={draft} onReset={form.reset} />
      <TextInput
        label={t('groups.label')}
        description={t('groups.labelHelp')}
        autoComplete="off"
        required
        withAsterisk={false}
        {...form.getInputProps('label')}
        onBlur={() => afterPress(leaveLabel)}
      />
      <TextInput
        label={t('groups.slug')}
        description={t(isNew ? 'groups.slugHelp' : 'groups.slugFixed')}
        readOnly={!isNew}
        required
        withAsterisk={false}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_SLUG}
        {...form.getInputProps('slug')}
        onBlur={() => afterPress(() => void check())}
      />
      <FormFailure text={failure} />
      {conflict && (
        <EditConflict
          {...conflict}
          rows={[{ label: t('groups.label'), yours: form.values.label, saved: conflict.saved.label }]}
        />
      )}
      <div className="form-actions">
        <SubmitButton>{t(isNew ? 'action.create' : 'action.save')}</SubmitButton>
        <Button component={Link} to={backPath} variant="default">
          {t('action.cancel')}
        </Button>
      </div>
    </ConsoleForm>
  );
}

/** Ignores failed checks for taken slugs, because saving checks again. */
function useGroupForm(serviceId: string, initialValues: GroupValues, isNew: boolean) {
  const { t } = useTranslation('console');
  const takenSlugs = useRef(new Set<string>());
  const form = useForm<GroupValues>({
    initialValues,
    validate: (values) => {
      const fieldErrors = Object.entries(groupErrors(values)).map(([name, key]) => [name, t(key, { max: MAX_LABEL })]);
      const isTaken = takenSlugs.current.has(values.slug.trim());
      return { ...(isTaken && { slug: t('msg.Already in use') }), ...Object.fromEntries(fieldErrors) };
    },
  });

  async function check(): Promise<void> {
    const slug = form.getValues().slug.trim();
    if (!isNew || slug === '') return;
    const request = { params: { serviceId }, query: { slug } };
    const isOther = !slugError(slug) && !(await quietCall(adminPostGroupApi.isSlugFree, request).catch(() => true));
    if (isOther) takenSlugs.current.add(slug);
    if (form.getValues().slug.trim() === slug) await form.validateField('slug');
  }

  return { form, check };
}
