import { parseArgs } from 'node:util';
import { expect, test } from 'vitest';
import { wrongArgumentOf } from './start-error.ts';

test.for([
  { args: ['--emtpy'], says: "Unknown option '--emtpy'." },
  { args: ['web'], says: "Unexpected argument 'web'." },
  { args: ['--to'], says: "Option '--to <value>' argument missing." },
  { args: ['--to', '-x'], says: "Option '--to' argument is ambiguous." },
  { args: ['--empty=1. Most'], says: "Option '--empty' does not take an argument." },
])('explains $args in one sentence', async ({ args, says }) => {
  const options = { to: { type: 'string' }, empty: { type: 'boolean' } } as const;
  const error = await Promise.try(() => parseArgs({ args, options })).catch((reason: unknown) => reason);
  expect(wrongArgumentOf(error)).toBe(says);
});

test('ignores other errors', () => {
  expect(wrongArgumentOf(new TypeError('This call needs slug'))).toBeUndefined();
  expect(wrongArgumentOf('ERR_PARSE_ARGS')).toBeUndefined();
});
