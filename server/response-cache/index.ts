export { startCdnPurge } from './cdn-purge.ts';
export { ResponseCache, type ResponseCacheOptions } from './response-cache.ts';
export type { CacheLoad } from './response-log.ts';
