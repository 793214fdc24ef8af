import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { diskErrorOf, StartError } from './start-error.ts';

const failure = (message: string, more: object) => Object.assign(new Error(message), more);
const folder = tmpdir();

test.for([
  [
    failure('database or disk is full', { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
    `The disk is full: the folder ${folder} is not writable (database or disk is full). Free up space there.`,
  ],
  [
    failure('EROFS: read-only file system, open', { code: 'EROFS' }),
    `The disk is read-only: the folder ${folder} is not writable (EROFS: read-only file system, open). Make it writable.`,
  ],
  [
    failure('disk I/O error', { code: 'ERR_SQLITE_ERROR', errcode: 778 }),
    `The disk reports errors: the folder ${folder} is not writable (disk I/O error). See the system log.`,
  ],
] as const)('explains %s', async ([error, message]) => {
  expect((await diskErrorOf(error, folder))?.message).toBe(message);
});

test('full disk of a database server names the server', async () => {
  const error = failure('could not extend file', { code: '53100' });
  expect((await diskErrorOf(error))?.message).toContain('The disk is full: the database server is not writable');
});

test.for([
  new StartError('known'),
  failure('file is not a database', { code: 'ERR_SQLITE_ERROR', errcode: 26 }),
  'text',
])('ignores %s', async (error) => {
  expect(await diskErrorOf(error, folder)).toBeUndefined();
});
