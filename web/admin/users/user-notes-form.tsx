import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { adminUserApi, type UserDetail, UserNotes } from '#contract/admin-users.ts';
import { consoleCall } from '../../session/console-call.ts';
import { ConsoleForm } from '../ui/console-form.tsx';
import { ruleText } from '../ui/failure-text.ts';
import { FormFailure } from '../ui/form-failure.tsx';
import { notifySuccess } from '../ui/notify.tsx';
import { RestoredNotice } from '../ui/restored-notice.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { useCheckWhenLeft } from '../ui/use-check-when-left.ts';
import { changedFields } from '../ui/use-edit-submit.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { useUnsavedDraft } from '../ui/use-unsaved-draft.ts';

const FIELDS = ['tel', 'address', 'memo'] as const;

export function UserNotesForm({ user: { username, tel, address, memo } }: { user: UserDetail }) {
  const { t } = useTranslation('console');
  const rule = (name: (typeof FIELDS)[number]) => (value: string) =>
    ruleText(UserNotes.shape[name], value, { t, otherwise: 'failure.invalid' }) ?? null;
  const form = useForm<UserNotes>({
    initialValues: { tel, address, memo },
    ...useCheckWhenLeft(),
    validate: { tel: rule('tel'), address: rule('address'), memo: rule('memo') },
  });
  const draft = useUnsavedDraft(`user-notes.${username}`, form);
  const { failure, submit } = useSubmit({
    form,
    draft: { finish: draft.discard },
    isNew: false,
    fields: FIELDS,
    save: async (values) => {
      const body = changedFields(values, form.getInitialValues());
      if (Object.keys(body).length > 0) await consoleCall(adminUserApi.update, { params: { username }, body });
      return () => {
        form.setInitialValues(values);
        form.resetDirty(values);
        notifySuccess('done.updated');
      };
    },
  });
  return (
    <section className="record-section" aria-labelledby="user-notes">
      <h2 id="user-notes">{t('users.notes.heading')}</h2>
      <p className="field-help">{t('users.notes.help')}</p>
      <ConsoleForm className="user-notes" onSubmit={submit}>
        <RestoredNotice draft={draft} onReset={form.reset} />
        <TextInput
          label={t('users.notes.tel')}
          description={t('users.notes.telHelp')}
          type="tel"
          autoComplete="off"
          maxLength={20}
          {...form.getInputProps('tel')}
        />
        <Textarea
          label={t('users.notes.address')}
          autosize
          minRows={2}
          maxLength={500}
          {...form.getInputProps('address')}
        />
        <Textarea label={t('users.notes.memo')} autosize minRows={3} maxLength={2000} {...form.getInputProps('memo')} />
        <FormFailure text={failure} />
        <div className="form-actions">
          <SubmitButton>{t('action.save')}</SubmitButton>
        </div>
      </ConsoleForm>
    </section>
  );
}
