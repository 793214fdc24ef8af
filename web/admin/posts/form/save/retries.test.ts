import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-client.ts';
import { isRefusal, mayPass, waitAfter } from './retries.ts';

const failed = (status: number) => new ApiError(status, { message: 'Server error' });

test('each wait is twice the one before, up to a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 20].map(waitAfter)).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
});

test('no answer, too many requests and a failing server may pass, and say nothing of what was stored', () => {
  for (const status of [0, 429, 500, 502, 503]) {
    expect([status, mayPass(failed(status)), isRefusal(failed(status))]).toEqual([status, true, false]);
  }
});

test('what the server refuses is not sent again, and was not stored', () => {
  for (const status of [400, 401, 403, 404, 409, 413]) {
    expect([status, mayPass(failed(status)), isRefusal(failed(status))]).toEqual([status, false, true]);
  }
  expect(mayPass(new Error('no such thing'))).toBe(false);
});
