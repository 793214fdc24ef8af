import { ApiError } from '#contract/api-client.ts';

const FIRST_MS = 2000;
const LAST_MS = 60_000;

export function retryDelay(failures: number): number {
  return Math.min(FIRST_MS * 2 ** (failures - 1), LAST_MS);
}

export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** Returns true when the server certainly stored nothing. */
export function isHttpError(error: unknown): boolean {
  return error instanceof ApiError && !isTemporary(error) && error.status !== 408;
}

export type RetryReason = 'unreachable' | 'late' | 'busy' | 'error';

export function retryReasonOf(error: unknown): RetryReason {
  if (!(error instanceof ApiError)) return 'error';
  const { status, cause } = error;
  if (status === 429 || status === 503) return 'busy';
  if (status === 504 || (cause instanceof Error && cause.name === 'TimeoutError')) return 'late';
  return status === 0 ? 'unreachable' : 'error';
}
