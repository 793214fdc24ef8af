export interface WebhookTables {
  webhooks: WebhookRow;
  webhookEvents: WebhookEventRow;
  webhookDeliveries: WebhookDeliveryRow;
}

export interface WebhookRow {
  webhookId: string;
  serviceId: string;
  url: string;
  description: string;
  /** JSON list of subscribed event types. */
  events: string;
  isEnabled: number;
  /** True if the receiver responded 410 Gone. */
  isGone: number;
  /** Encrypted with the installation's secret. */
  secret: string;
  /** Previous secret, encrypted. Deliveries are signed with it too until `formerUntil`. */
  formerSecret: string | null;
  formerUntil: string | null;
  createdBy: string;
  createdAt: string;
  updatedAt: string | null;
  /** Time of the first failure since the last success. */
  failingSince: string | null;
  attemptedAt: string | null;
  lastDeliveredAt: string | null;
  /** Incremented by administrators' changes, not by deliveries. */
  revision: number;
}

/** Event, written in the transaction that caused it. */
export interface WebhookEventRow {
  eventId: string;
  serviceId: string;
  type: string;
  /** JSON body, identical at every attempt. */
  payload: string;
  createdAt: string;
}

/** Delivery of an event to a webhook. */
export interface WebhookDeliveryRow {
  deliveryId: string;
  webhookId: string;
  eventId: string;
  /** `waiting`, `sending` (leased until `dueAt`), `delivered` or `failed`. */
  status: string;
  attempts: number;
  /** Time of queueing or of the last replay. */
  queuedAt: string;
  /** Time of the next attempt. Null once delivered or failed. */
  dueAt: string | null;
  attemptedAt: string | null;
  statusCode: number | null;
  fault: string | null;
  durationMs: number | null;
}
