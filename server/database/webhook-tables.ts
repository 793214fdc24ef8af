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
  events: string;
  isEnabled: number;
  isGone: number;
  secret: string;
  /** Previous secret, encrypted. Deliveries are signed with it too until `formerUntil`. */
  formerSecret: string | null;
  formerUntil: string | null;
  createdBy: string;
  createdAt: string;
  updatedAt: string | null;
  failingSince: string | null;
  attemptedAt: string | null;
  lastDeliveredAt: string | null;
  revision: number;
}

export interface WebhookEventRow {
  eventId: string;
  serviceId: string;
  type: string;
  payload: string;
  createdAt: string;
}

export interface WebhookDeliveryRow {
  deliveryId: string;
  webhookId: string;
  eventId: string;
  /** `waiting`, `sending` (leased until `dueAt`), `delivered` or `failed`. */
  status: string;
  attempts: number;
  queuedAt: string;
  dueAt: string | null;
  attemptedAt: string | null;
  statusCode: number | null;
  fault: string | null;
  durationMs: number | null;
}
