import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-client.ts';
import { isRejected, isTemporary, retryDelay, retryReasonOf } from './use-retry.tsx';

const failed = (status: number) => new ApiError(status, { message: 'Server error' });

test('doubles the wait up to one minute', () => {
  expect([1, 2, 3, 4, 5, 6, 20].map(retryDelay)).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
});

test('retries network errors, 429 and 5xx responses', () => {
  for (const status of [0, 429, 500, 502, 503]) {
    expect([status, isTemporary(failed(status)), isRejected(failed(status))]).toEqual([status, true, false]);
  }
});

test('does not retry rejected requests', () => {
  for (const status of [400, 401, 403, 404, 409, 413]) {
    expect([status, isTemporary(failed(status)), isRejected(failed(status))]).toEqual([status, false, true]);
  }
  expect(isTemporary(new Error('no such thing'))).toBe(false);
});

test.for([
  [0, 'unreachable'],
  [429, 'busy'],
  [500, 'error'],
  [502, 'error'],
  [503, 'busy'],
  [504, 'late'],
] as const)('status %i is reported as %s', ([status, reason]) => {
  expect(retryReasonOf(failed(status))).toBe(reason);
});

test('timed out call is reported as late', () => {
  const cause = new DOMException('The operation timed out.', 'TimeoutError');
  expect(retryReasonOf(new ApiError(0, { message: 'Network error' }, { cause }))).toBe('late');
});
