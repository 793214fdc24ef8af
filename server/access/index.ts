export { accessGuard, type TokenHolder } from './access-guard.ts';
export { createRateLimits, startRateLimitPruning } from './database-rate-limits.ts';
export type { RateLimits } from './rate-limits.ts';
export {
  createGuests,
  exceedsLimits,
  type Guests,
  guestRoutes,
  type Reader,
  type ReaderLimits,
  ReaderRateLimit,
  type ReaderRequest,
  readerOf,
  toUsername,
  toUserReaderId,
} from './reader.ts';
