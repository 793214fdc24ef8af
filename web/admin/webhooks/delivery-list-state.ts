import { WebhookDeliveryStatus } from '#contract/webhooks.ts';

/** What the address of a webhook's screen says: which deliveries, and which page of them. */
export interface DeliveryListState {
  readonly status: WebhookDeliveryStatus | undefined;
  /** Where the page before ended; the first page has none. */
  readonly pageToken: string | undefined;
}

const MAX_TOKEN = 1400;

/** Whatever the address says that means nothing is left out. */
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
