import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { DatabaseBusy } from '../database/semaphore.ts';
import { DiskFailed } from '../database/sqlite-files.ts';
import { StorageUnavailable } from '../storage/index.ts';
import { answerError } from './error-handler.ts';
import { HttpError, unavailable } from './errors.ts';

async function answerTo(error: object) {
  const app = Fastify();
  onTestFinished(() => app.close());
  app.setErrorHandler(answerError);
  app.get('/', async () => {
    throw error instanceof Error ? error : Object.assign(new Error('what only the log may know'), error);
  });
  const { statusCode, headers, body } = await app.inject({ url: '/' });
  return { status: statusCode, retryAfter: headers['retry-after'], body: JSON.parse(body) };
}

test.for([
  ['SQLite that another process holds', { code: 'ERR_SQLITE_ERROR', errcode: 5 }],
  ['SQLite that changed under a transaction', { code: 'ERR_SQLITE_ERROR', errcode: 517 }],
  ['two who waited for each other on PostgreSQL', { code: '40P01' }],
  ['a statement that took too long', { code: '57014' }],
  ['a lock that another held too long', { code: '55P03' }],
  ['a queue for the database that is too long', new DatabaseBusy('')],
  ['a write that the disk may not have', new DiskFailed('')],
  ['a storage that is full or away', new StorageUnavailable('')],
] as const)('%s returns 503 with Retry-After', async ([, error]) => {
  const busy = { status: 503, retryAfter: '1', body: { message: 'Service is unavailable' } };
  expect(await answerTo(error)).toEqual(busy);
});

test.for([
  ['a full disk under SQLite', { code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'Storage is full'],
  ['a full disk under PostgreSQL', { code: '53100' }, 'Storage is full'],
  ['a full disk', { code: 'ENOSPC', syscall: 'write' }, 'Storage is full'],
  [
    'a full disk under the media storage',
    new StorageUnavailable('', { cause: Object.assign(new Error(), { code: 'ENOSPC' }) }),
    'Storage is full',
  ],
  ['a read-only SQLite file', { code: 'ERR_SQLITE_ERROR', errcode: 1032 }, 'Storage cannot be written'],
  ['an I/O error of SQLite', { code: 'ERR_SQLITE_ERROR', errcode: 778 }, 'Storage cannot be written'],
  ['a read-only PostgreSQL', { code: '25006' }, 'Storage cannot be written'],
  ['an I/O error of PostgreSQL', { code: '58030' }, 'Storage cannot be written'],
  ['a read-only file system', { code: 'EROFS' }, 'Storage cannot be written'],
] as const)('%s returns 503 with its own message', async ([, error, message]) => {
  expect(await answerTo(error)).toEqual({ status: 503, retryAfter: '30', body: { message } });
});

test.for([
  ['a constraint of SQLite', { code: 'ERR_SQLITE_ERROR', errcode: 19 }],
  ['a constraint of PostgreSQL', { code: '23505' }],
  ['anything else', {}],
] as const)('%s returns 500', async ([, error]) => {
  expect(await answerTo(error)).toEqual({ status: 500, retryAfter: undefined, body: { message: 'Server error' } });
});

test('HTTP errors send Retry-After when known', async () => {
  const body = { message: 'Too many requests' };
  expect(await answerTo(new HttpError(429, body, { retryAfter: 40 }))).toEqual({ status: 429, retryAfter: '40', body });
  expect(await answerTo(new HttpError(429, body))).toEqual({ status: 429, retryAfter: undefined, body });
});

test('unavailable errors can be retried soon', async () => {
  const body = { message: 'Service is unavailable' };
  expect(await answerTo(unavailable())).toEqual({ status: 503, retryAfter: '1', body });
});
