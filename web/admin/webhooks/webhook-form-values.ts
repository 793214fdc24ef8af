import {
  isWebhookUrl,
  MAX_WEBHOOK_DESCRIPTION,
  MAX_WEBHOOK_URL,
  type Webhook,
  type WebhookEventType,
} from '#contract/webhooks.ts';
import { changedFields } from '../ui/use-edit-submit.ts';

export interface WebhookFormValues {
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

export function webhookValues({ url, description, events, isEnabled, revision }: Webhook): WebhookFormValues {
  return { url, description, events, isEnabled, revision };
}

export interface WebhookError {
  readonly key: 'rule.required' | `webhooks.error.${'url' | 'urlLong' | 'description' | 'events'}`;
  readonly max?: number;
}

export function webhookErrors({
  url,
  description,
  events,
}: Omit<WebhookFormValues, 'revision'>): Record<string, WebhookError> {
  const fieldErrors: Record<string, WebhookError | undefined> = {
    url: urlError(url.trim()),
    description:
      description.trim().length > MAX_WEBHOOK_DESCRIPTION
        ? { key: 'webhooks.error.description', max: MAX_WEBHOOK_DESCRIPTION }
        : undefined,
    events: events.length === 0 ? { key: 'webhooks.error.events' } : undefined,
  };
  return Object.fromEntries(Object.entries(fieldErrors).filter((entry): entry is [string, WebhookError] => !!entry[1]));
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
