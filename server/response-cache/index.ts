export type { DeliveryLoad } from './cache-counters.ts';
export { startCdnPurge } from './cdn-purge.ts';
export { Delivery, type DeliveryOptions } from './response-cache.ts';
