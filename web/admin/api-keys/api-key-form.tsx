import { NativeSelect, Radio, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { ServiceRecord } from '#contract/admin-services.ts';
import { ApiKeyRight } from '#contract/api-keys.ts';
import { toInstant } from '#contract/instants.ts';
import { API_KEY_LIST_PATH } from '../../paths/console.ts';
import { RecordForm } from '../drafts/record-form.tsx';
import { useFormDraft } from '../drafts/use-form-draft.ts';
import { ServiceChecks } from '../ui/check-group.tsx';
import type { ConsoleKey } from '../ui/failure-text.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { useValidateOnBlur } from '../ui/use-validate-on-blur.ts';
import { withoutEmpty } from '../ui/without-empty.ts';

const ends = ['30', '90', '365', 'day', 'never'] as const;
type End = (typeof ends)[number];

export interface ApiKeyFormValues {
  readonly label: string;
  readonly may: ApiKeyRight;
  readonly serviceIds: readonly string[];
  readonly end: End;
  /** Last day of validity in the browser's time zone, as `<input type="date">` provides it. */
  readonly day: string;
}

export const newApiKeyValues: ApiKeyFormValues = { label: '', may: 'read', serviceIds: [], end: '90', day: '' };

const MAX_LABEL = 100;
const MAX_SERVICES = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the expiry as an instant, null for never, or undefined when the day is invalid or past. */
export function expiryOf({ end, day }: Pick<ApiKeyFormValues, 'end' | 'day'>, now: Date): string | null | undefined {
  if (end === 'never') return null;
  if (end !== 'day') return toInstant(new Date(now.getTime() + Number(end) * DAY_MS));
  const lastDay = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00`) : new Date(Number.NaN);
  const after = new Date(lastDay.getFullYear(), lastDay.getMonth(), lastDay.getDate() + 1);
  return after.getTime() > now.getTime() ? toInstant(after) : undefined;
}

export function apiKeyErrors(values: ApiKeyFormValues, now: Date): Record<string, ConsoleKey> {
  return withoutEmpty<ConsoleKey>({
    label: labelError(values.label.trim()),
    serviceIds: servicesError(values.serviceIds.length),
    day: expiryOf(values, now) === undefined ? 'apiKeys.error.day' : undefined,
  });
}

function labelError(label: string): ConsoleKey | undefined {
  if (label === '') return 'rule.required';
  return label.length > MAX_LABEL ? 'apiKeys.error.label' : undefined;
}

function servicesError(count: number): ConsoleKey | undefined {
  if (count === 0) return 'apiKeys.error.services';
  return count > MAX_SERVICES ? 'apiKeys.error.tooManyServices' : undefined;
}

export function toNewApiKey(values: ApiKeyFormValues, now: Date) {
  const { label, may, serviceIds } = values;
  return { label: label.trim(), may, serviceIds: [...serviceIds], expiresAt: expiryOf(values, now) ?? null };
}

interface ApiKeyFormProps {
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
      <TextInput label={t('apiKeys.label')} description={t('apiKeys.labelHelp')} {...form.getInputProps('label')} />
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
