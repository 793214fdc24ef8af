export type { CacheLoad } from './cache-counters.ts';
export { startCdnPurge } from './cdn-purge.ts';
export { ResponseCache, type ResponseCacheOptions } from './response-cache.ts';
