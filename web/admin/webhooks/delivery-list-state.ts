import { WebhookDeliveryStatus } from '#contract/webhooks.ts';

export interface DeliveryListState {
  readonly status: WebhookDeliveryStatus | undefined;
  readonly pageToken: string | undefined;
}

const MAX_TOKEN = 1400;

export function readDeliveryListState(search: URLSearchParams): DeliveryListState {
  const pageToken = search.get('pageToken') ?? '';
  return {
    status: WebhookDeliveryStatus.safeParse(search.get('status')).data,
    pageToken: pageToken === '' || pageToken.length > MAX_TOKEN ? undefined : pageToken,
  };
}

export function toDeliverySearch({ status, pageToken }: DeliveryListState): string {
  const search = new URLSearchParams();
  if (status !== undefined) search.set('status', status);
  if (pageToken !== undefined) search.set('pageToken', pageToken);
  return search.size > 0 ? `?${search}` : '';
}
