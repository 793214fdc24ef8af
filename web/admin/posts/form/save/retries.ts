import { ApiError } from '#contract/api-client.ts';

const FIRST_MS = 2000;
const LAST_MS = 60_000;

/** How long to wait before the next try, after so many that failed. */
export function waitAfter(failures: number): number {
  return Math.min(FIRST_MS * 2 ** (failures - 1), LAST_MS);
}

/** Whether the same save may well succeed later: no answer, a server that is starting or has too much to do. */
export function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** Whether it is certain that nothing of it was stored. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && !mayPass(error) && error.status !== 408;
}

export type RetryReason = 'unreachable' | 'late' | 'busy' | 'error';

/** Why a save that is tried again has failed. */
export function retryReasonOf(error: unknown): RetryReason {
  if (!(error instanceof ApiError)) return 'error';
  const { status, cause } = error;
  if (status === 429 || status === 503) return 'busy';
  if (status === 504 || (cause instanceof Error && cause.name === 'TimeoutError')) return 'late';
  return status === 0 ? 'unreachable' : 'error';
}
