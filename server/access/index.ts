export { accessGuard } from './access-guard.ts';
export { createRateLimits, startRateLimitPruning } from './database-rate-limits.ts';
export { createGuests, type Guests, guestRoutes } from './guest-cookie.ts';
export type { RateLimits } from './rate-limits.ts';
export {
  exceedsLimits,
  type Reader,
  type ReaderLimits,
  ReaderRateLimit,
  type ReaderRequest,
  readerOf,
  toUserReaderId,
} from './reader.ts';
