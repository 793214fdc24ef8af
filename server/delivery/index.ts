export type { DeliveryLoad } from './answer-counts.ts';
export { startCdnPurge } from './cdn-purge.ts';
export { Delivery, type DeliveryOptions } from './delivery.ts';
