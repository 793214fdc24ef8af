import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { ServiceRecord } from '#contract/admin-services.ts';
import { Role } from '#contract/admin-users.ts';
import { Language } from '#contract/site-config.ts';
import { USER_LIST_PATH } from '../../paths/console.ts';
import { emailError } from '../../session/credential-rules.ts';
import { RecordForm } from '../drafts/record-form.tsx';
import { useFormDraft } from '../drafts/use-form-draft.ts';
import { ServiceChecks } from '../ui/check-group.tsx';
import type { ConsoleKey } from '../ui/failure-text.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { useValidateOnBlur } from '../ui/use-validate-on-blur.ts';
import { withoutEmpty } from '../ui/without-empty.ts';

interface UserFormProps {
  readonly initialValues: UserFormValues;
  readonly services: readonly ServiceRecord[];
  readonly save: (values: UserFormValues) => Promise<() => void>;
}

export function UserForm({ initialValues, services, save }: UserFormProps) {
  const { t } = useTranslation('console');
  const form = useUserForm(initialValues);
  const draft = useFormDraft('user', form);
  const { role, serviceIds } = form.values;

  const { failure, submit } = useSubmit({
    form,
    draft,
    save,
    isNew: true,
    fields: ['email', 'name', 'role', 'serviceIds'],
  });

  return (
    <RecordForm
      form={form}
      draft={draft}
      submit={submit}
      failure={failure}
      submitLabel={t('users.submit')}
      back={USER_LIST_PATH}
    >
      <TextInput
        label={t('users.email')}
        description={t('users.emailHelp')}
        type="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        {...form.getInputProps('email')}
      />
      <TextInput label={t('users.name')} description={t('users.nameHelp')} {...form.getInputProps('name')} />
      <NativeSelect
        label={t('users.role')}
        description={t(`users.roleHelp.${role}`)}
        data={Role.options.map((value) => ({ value, label: t(`role.${value}`) }))}
        {...form.getInputProps('role')}
      />
      {role !== 'normal' && (
        <ServiceChecks
          legend={t('users.services')}
          services={services}
          chosen={new Set(serviceIds)}
          onToggle={(serviceId, isChosen) =>
            form.setFieldValue('serviceIds', toggled(form.values.serviceIds, serviceId, isChosen))
          }
          error={form.errors.serviceIds as string | undefined}
        />
      )}
      <NativeSelect
        label={t('users.language')}
        data={Language.options.map((value) => ({ value, label: t(`language.${value}`) }))}
        {...form.getInputProps('language')}
      />
    </RecordForm>
  );
}

function useUserForm(initialValues: UserFormValues) {
  const { t } = useTranslation('console');
  return useForm<UserFormValues>({
    initialValues,
    ...useValidateOnBlur(),
    validate: (values) =>
      Object.fromEntries(Object.entries(userErrors(values)).map(([name, key]) => [name, t(key, { max: MAX_NAME })])),
  });
}

function toggled(serviceIds: readonly string[], serviceId: string, isChosen: boolean): readonly string[] {
  const others = serviceIds.filter((each) => each !== serviceId);
  return isChosen ? [...others, serviceId] : others;
}

export interface UserFormValues {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly serviceIds: readonly string[];
  readonly language: Language;
}

const MAX_NAME = 100;

/** Preselects the role that most invited users get. */
export function newUserValues(language: Language): UserFormValues {
  return { email: '', name: '', role: 'editor', serviceIds: [], language };
}

export function userErrors({ email, name }: UserFormValues): Record<string, ConsoleKey> {
  return withoutEmpty<ConsoleKey>({
    email: emailError(email),
    name: name.trim().length > MAX_NAME ? 'users.nameTooLong' : undefined,
  });
}

export function toNewUser({ email, name, role, serviceIds, language }: UserFormValues) {
  const trimmed = name.trim();
  return {
    email: email.trim(),
    role,
    serviceIds: role === 'normal' ? [] : [...serviceIds],
    language,
    ...(trimmed !== '' && { name: trimmed }),
  };
}
