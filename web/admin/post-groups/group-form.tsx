import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type AdminPostGroup, adminPostGroupApi } from '#contract/post-groups.ts';
import { MAX_SLUG } from '#contract/slugs.ts';
import { groupDetailPath, groupListPath } from '../../paths/console.ts';
import { consoleCall, quietCall } from '../../session/console-call.ts';
import { RecordForm } from '../drafts/record-form.tsx';
import { useFormDraft } from '../drafts/use-form-draft.ts';
import { FormConflict } from '../ui/edit-conflict.tsx';
import { notifySuccess } from '../ui/notify.tsx';
import { useEditSubmit } from '../ui/use-submit.ts';
import { useAfterPress } from '../ui/use-validate-on-blur.ts';
import { type GroupFormValues, groupErrors, MAX_LABEL, slugError, slugOfLabel } from './group-form-values.ts';

interface GroupFormProps {
  readonly serviceId: string;
  readonly group?: AdminPostGroup;
}

export function GroupForm({ serviceId, group }: GroupFormProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const isNew = group === undefined;
  const initialValues = group ? toValues(group) : { slug: '', label: '', revision: 0 };
  const { form, check } = useGroupForm(serviceId, initialValues, isNew);
  const afterPress = useAfterPress();
  const draft = useFormDraft(`group.${serviceId}.${initialValues.slug}`, form);

  async function save(values: GroupFormValues): Promise<() => void> {
    const slug = values.slug.trim();
    const label = values.label.trim();
    const { revision } = values;
    if (isNew) await consoleCall(adminPostGroupApi.create, { params: { serviceId }, body: { slug, label } });
    else await consoleCall(adminPostGroupApi.update, { params: { serviceId, slug }, body: { label, revision } });
    return () => {
      notifySuccess(isNew ? 'done.created' : 'done.edited');
      void navigate(groupDetailPath(serviceId, slug));
    };
  }

  const { failure, submit, conflict } = useEditSubmit<GroupFormValues, AdminPostGroup>({
    form,
    draft,
    isNew,
    fields: ['label', 'slug'],
    save,
    valuesOf: toValues,
  });

  function leaveLabel(): void {
    if (isNew && form.getValues().slug === '') form.setFieldValue('slug', slugOfLabel(form.getValues().label));
    void form.validateField('label');
  }

  return (
    <RecordForm
      form={form}
      draft={draft}
      submit={submit}
      failure={failure}
      conflict={
        conflict && (
          <FormConflict
            conflict={conflict}
            labelOf={(field) => t(`groups.${field}`)}
            textOf={(field, values) => values[field]}
          />
        )
      }
      submitLabel={t(isNew ? 'action.create' : 'action.save')}
      back={group ? groupDetailPath(serviceId, group.slug) : groupListPath(serviceId)}
    >
      <TextInput
        label={t('groups.label')}
        description={t('groups.labelHelp')}
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
        spellCheck={false}
        maxLength={MAX_SLUG}
        {...form.getInputProps('slug')}
        onBlur={() => afterPress(() => void check())}
      />
    </RecordForm>
  );
}

function toValues({ slug, label, revision }: AdminPostGroup): GroupFormValues {
  return { slug, label, revision };
}

/** Ignores failed checks for taken slugs, because saving checks again. */
function useGroupForm(serviceId: string, initialValues: GroupFormValues, isNew: boolean) {
  const { t } = useTranslation('console');
  const takenSlugs = useRef(new Set<string>());
  const form = useForm<GroupFormValues>({
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
    const isTaken = !slugError(slug) && !(await quietCall(adminPostGroupApi.isSlugFree, request).catch(() => true));
    if (isTaken) takenSlugs.current.add(slug);
    if (form.getValues().slug.trim() === slug) await form.validateField('slug');
  }

  return { form, check };
}
