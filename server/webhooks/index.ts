export { type EventDelivery, startEventDelivery } from './event-delivery.ts';
export type { ReceiverRules } from './receiver-address.ts';
export { isSubscribed, recordEvents, type WebhookEvent } from './record-events.ts';
export { webhookRoutes } from './webhook.routes.ts';
export { resealWebhooks } from './webhook-secret.ts';
