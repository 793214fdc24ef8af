export interface WebhookTables {
  webhooks: WebhookRow;
  webhookEvents: WebhookEventRow;
  webhookDeliveries: WebhookDeliveryRow;
}

/** An address that is told of what happens in a service. */
export interface WebhookRow {
  webhookId: string;
  serviceId: string;
  url: string;
  description: string;
  /** JSON list of the types that it is told of. */
  events: string;
  isEnabled: number;
  /** Whether its receiver said that it is gone for good. */
  isGone: number;
  /** Encrypted with the installation's secret. */
  secret: string;
  /** The one before, likewise, that signs as well until `formerUntil`. */
  formerSecret: string | null;
  formerUntil: string | null;
  createdBy: string;
  createdAt: string;
  updatedAt: string | null;
  /** The first of the attempts that have failed since one has not. */
  failingSince: string | null;
  attemptedAt: string | null;
  lastDeliveredAt: string | null;
  /** Raised with what administrators change; deliveries leave it. */
  revision: number;
}

/** Something that happened, written in the transaction in which it did. */
export interface WebhookEventRow {
  eventId: string;
  serviceId: string;
  type: string;
  /** The JSON that is sent, the same bytes every time. */
  payload: string;
  createdAt: string;
}

/** One event on its way to one webhook. */
export interface WebhookDeliveryRow {
  deliveryId: string;
  webhookId: string;
  eventId: string;
  /** `waiting`, `sending` (one process has it until `dueAt`), `delivered` or `failed`. */
  status: string;
  attempts: number;
  /** When it was queued, or replayed last. */
  queuedAt: string;
  /** When it is to be tried; null once it is delivered or given up. */
  dueAt: string | null;
  attemptedAt: string | null;
  statusCode: number | null;
  fault: string | null;
  durationMs: number | null;
}
