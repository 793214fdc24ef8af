import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ResponseOf } from '#contract/endpoint.ts';
import {
  isWebhookUrl,
  MAX_WEBHOOK_DESCRIPTION,
  MAX_WEBHOOK_URL,
  type Webhook,
  WebhookEventType,
  webhookApi,
} from '#contract/webhooks.ts';
import { webhookDetailPath, webhookListPath } from '../../paths/console.ts';
import { consoleCall } from '../../session/console-call.ts';
import { RecordForm } from '../drafts/record-form.tsx';
import { useFormDraft } from '../drafts/use-form-draft.ts';
import { CheckGroup } from '../ui/check-group.tsx';
import { FormConflict } from '../ui/edit-conflict.tsx';
import { notifySuccess } from '../ui/notify.tsx';
import { changedFields, useEditSubmit } from '../ui/use-submit.ts';
import { useValidateOnBlur } from '../ui/use-validate-on-blur.ts';
import { withoutEmpty } from '../ui/without-empty.ts';

const LABELS = {
  url: 'webhooks.url',
  description: 'webhooks.description',
  events: 'webhooks.events',
  isEnabled: 'webhooks.isEnabled',
} as const;

interface WebhookFormProps {
  readonly serviceId: string;
  readonly webhook?: Webhook;
  readonly onCreated?: (made: ResponseOf<typeof webhookApi.create>) => void;
}

export function WebhookForm({ serviceId, webhook, onCreated }: WebhookFormProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const form = useForm<WebhookFormValues>({
    initialValues: webhook ? webhookValues(webhook) : newWebhookValues,
    ...useValidateOnBlur(),
    validate: (values) => {
      const fieldErrors = Object.entries(webhookErrors(values));
      return Object.fromEntries(fieldErrors.map(([name, { key, max }]) => [name, t(key, { max })]));
    },
  });
  const draft = useFormDraft(`webhook.${webhook?.webhookId ?? `new.${serviceId}`}`, form);
  const back = webhook ? webhookDetailPath(serviceId, webhook.webhookId) : webhookListPath(serviceId);

  async function save(values: WebhookFormValues): Promise<() => void> {
    if (!webhook) {
      const made = await consoleCall(webhookApi.create, { params: { serviceId }, body: toWebhookBody(values) });
      return () => {
        notifySuccess('done.created');
        onCreated?.(made);
      };
    }
    const { webhookId } = webhook;
    const change = toChangedBody(values, form.getInitialValues());
    const body = { ...change, revision: values.revision };
    if (Object.keys(change).length > 0)
      await consoleCall(webhookApi.update, { params: { serviceId, webhookId }, body });
    return () => {
      notifySuccess('done.edited');
      void navigate(back);
    };
  }

  const { failure, submit, conflict } = useEditSubmit<WebhookFormValues, Webhook>({
    form,
    draft,
    isNew: !webhook,
    fields: ['url', 'description', 'events'],
    save,
    valuesOf: webhookValues,
  });

  function shown(field: keyof typeof LABELS, values: WebhookFormValues): string {
    if (field === 'events') return values.events.map((type) => t(`webhooks.event.${type}`)).join('\n');
    if (field === 'isEnabled') return t(values.isEnabled ? 'writing.compare.yes' : 'writing.compare.no');
    return values[field];
  }

  return (
    <RecordForm
      form={form}
      draft={draft}
      submit={submit}
      failure={failure}
      back={back}
      submitLabel={t(webhook ? 'action.save' : 'webhooks.submit')}
      conflict={conflict && <FormConflict conflict={conflict} labelOf={(field) => t(LABELS[field])} textOf={shown} />}
    >
      <TextInput
        type="url"
        inputMode="url"
        label={t('webhooks.url')}
        description={t('webhooks.urlHelp')}
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('url')}
      />
      <TextInput
        label={t('webhooks.description')}
        description={t('webhooks.descriptionHelp')}
        {...form.getInputProps('description')}
      />
      <EventChecks
        chosen={form.values.events}
        onChange={(events) => form.setFieldValue('events', events)}
        error={form.errors.events as string | undefined}
      />
      <Checkbox
        label={t('webhooks.isEnabled')}
        description={t('webhooks.isEnabledHelp')}
        {...form.getInputProps('isEnabled', { type: 'checkbox' })}
      />
    </RecordForm>
  );
}

interface EventChecksProps {
  readonly chosen: readonly WebhookEventType[];
  readonly onChange: (events: WebhookEventType[]) => void;
  readonly error?: string | undefined;
}

function EventChecks({ chosen, onChange, error }: EventChecksProps) {
  const { t } = useTranslation('console');
  const toggled = (type: WebhookEventType, isChosen: boolean) =>
    WebhookEventType.options.filter((each) => (each === type ? isChosen : chosen.includes(each)));
  return (
    <CheckGroup legend={t('webhooks.events')} name="events" error={error}>
      <div className="checks ui-grid ui-gap-3-5">
        {WebhookEventType.options.map((type) => (
          <Checkbox
            key={type}
            label={
              <>
                <span>{t(`webhooks.event.${type}`)}</span>
                <span className="check-id ui-note">{type}</span>
              </>
            }
            checked={chosen.includes(type)}
            onChange={({ target }) => onChange(toggled(type, target.checked))}
          />
        ))}
      </div>
    </CheckGroup>
  );
}

interface WebhookFormValues {
  readonly url: string;
  readonly description: string;
  readonly events: readonly WebhookEventType[];
  readonly isEnabled: boolean;
  readonly revision: number;
}

export const newWebhookValues: WebhookFormValues = {
  url: '',
  description: '',
  events: [],
  isEnabled: true,
  revision: 0,
};

function webhookValues({ url, description, events, isEnabled, revision }: Webhook): WebhookFormValues {
  return { url, description, events, isEnabled, revision };
}

interface WebhookError {
  readonly key: 'rule.required' | `webhooks.error.${'url' | 'urlLong' | 'description' | 'events'}`;
  readonly max?: number;
}

export function webhookErrors({
  url,
  description,
  events,
}: Omit<WebhookFormValues, 'revision'>): Record<string, WebhookError> {
  return withoutEmpty<WebhookError>({
    url: urlError(url.trim()),
    description:
      description.trim().length > MAX_WEBHOOK_DESCRIPTION
        ? { key: 'webhooks.error.description', max: MAX_WEBHOOK_DESCRIPTION }
        : undefined,
    events: events.length === 0 ? { key: 'webhooks.error.events' } : undefined,
  });
}

function urlError(url: string): WebhookError | undefined {
  if (url === '') return { key: 'rule.required' };
  if (url.length > MAX_WEBHOOK_URL) return { key: 'webhooks.error.urlLong', max: MAX_WEBHOOK_URL };
  return isWebhookUrl(url) ? undefined : { key: 'webhooks.error.url' };
}

export function toWebhookBody({ url, description, events, isEnabled }: WebhookFormValues) {
  return { url: url.trim(), description: description.trim(), events: [...events], isEnabled };
}

/** Returns the changed fields only, so that concurrent changes survive, such as disabling after a 410 response. */
export function toChangedBody(values: WebhookFormValues, before: WebhookFormValues) {
  return changedFields(toWebhookBody(values), toWebhookBody(before));
}
