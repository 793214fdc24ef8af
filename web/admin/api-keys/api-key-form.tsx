import { NativeSelect, Radio, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { ServiceRecord } from '#contract/admin-services.ts';
import { ApiKeyRight } from '#contract/api-keys.ts';
import { API_KEY_LIST_PATH } from '../../paths/console.ts';
import { RecordForm } from '../drafts/record-form.tsx';
import { useFormDraft } from '../drafts/use-form-draft.ts';
import { ServiceChecks } from '../ui/check-group.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { useValidateOnBlur } from '../ui/use-validate-on-blur.ts';
import { type ApiKeyFormValues, apiKeyErrors, ends, MAX_LABEL, newApiKeyValues } from './api-key-form-values.ts';

export interface ApiKeyFormProps {
  readonly services: readonly ServiceRecord[];
  readonly save: (values: ApiKeyFormValues) => Promise<() => void>;
}

export function ApiKeyForm({ services, save }: ApiKeyFormProps) {
  const { t } = useTranslation('console');
  const form = useApiKeyForm();
  const draft = useFormDraft('api-key', form);
  const { serviceIds, end } = form.values;

  const { failure, submit } = useSubmit({
    form,
    draft,
    save,
    isNew: true,
    fields: ['label', 'serviceIds', 'day'],
    errorsOf: ({ fieldErrors: { expiresAt, ...errors } }) => ({
      ...errors,
      ...(expiresAt !== undefined && { day: expiresAt }),
    }),
  });

  return (
    <RecordForm
      form={form}
      draft={draft}
      submit={submit}
      failure={failure}
      submitLabel={t('apiKeys.submit')}
      back={API_KEY_LIST_PATH}
    >
      <TextInput
        label={t('apiKeys.label')}
        description={t('apiKeys.labelHelp')}
        autoComplete="off"
        {...form.getInputProps('label')}
      />
      <Radio.Group label={t('apiKeys.right')} {...form.getInputProps('may')}>
        <div className="ui-grid ui-gap-3 ui-above-2">
          {ApiKeyRight.options.map((right) => (
            <Radio
              key={right}
              value={right}
              label={t(`apiKeys.may.${right}`)}
              description={t(`apiKeys.mayHelp.${right}`)}
            />
          ))}
        </div>
      </Radio.Group>
      <ServiceChecks
        legend={t('apiKeys.services')}
        services={services}
        chosen={new Set(serviceIds)}
        onToggle={(serviceId, isChosen) => {
          const others = form.values.serviceIds.filter((each) => each !== serviceId);
          form.setFieldValue('serviceIds', isChosen ? [...others, serviceId] : others);
        }}
        error={form.errors.serviceIds as string | undefined}
      />
      <div className="ui-row ui-gap-4">
        <NativeSelect
          label={t('apiKeys.end')}
          data={ends.map((value) => ({ value, label: t(`apiKeys.ends.${value}`) }))}
          {...form.getInputProps('end')}
        />
        {end === 'day' && <TextInput type="date" label={t('apiKeys.lastDay')} {...form.getInputProps('day')} />}
      </div>
    </RecordForm>
  );
}

function useApiKeyForm() {
  const { t } = useTranslation('console');
  return useForm<ApiKeyFormValues>({
    initialValues: newApiKeyValues,
    ...useValidateOnBlur(),
    validate: (values) => {
      const fieldErrors = Object.entries(apiKeyErrors(values, new Date()));
      return Object.fromEntries(fieldErrors.map(([name, key]) => [name, t(key, { max: MAX_LABEL })]));
    },
  });
}
