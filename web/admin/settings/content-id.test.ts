import { expect, test } from 'vitest';
import { isNewContentId, readPageToken, toPageSearch } from './content-id.ts';

test.for([
  ['abc', false],
  ['abcd', true],
  ['opinions_2026-11', true],
  ['x'.repeat(32), true],
  ['x'.repeat(33), false],
  ['Opinions', false],
  ['two words', false],
  ['意見を聞く', false],
  ['', false],
] as const)('%j is valid as a new ID: %j', ([id, isGood]) => {
  expect(isNewContentId(id)).toBe(isGood);
});

test('page token survives a round trip through the address', () => {
  expect(toPageSearch(undefined)).toBe('');
  const token = 'eyJjb250ZW50SWQiOiJhYmNkIn0=';
  expect(readPageToken(new URLSearchParams(toPageSearch(token)))).toBe(token);
  expect(readPageToken(new URLSearchParams('?pageToken='))).toBeUndefined();
  expect(readPageToken(new URLSearchParams({ pageToken: 'x'.repeat(3401) }))).toBeUndefined();
});
