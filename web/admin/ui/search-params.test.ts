import { expect, test } from 'vitest';
import { readPageToken, toSearch } from './search-params.ts';

test('page token survives a round trip through the address', () => {
  const pageToken = 'eyJjb250ZW50SWQiOiJhYmNkIn0=';
  expect(readPageToken(new URLSearchParams(toSearch({ pageToken })))).toBe(pageToken);
  expect(readPageToken(new URLSearchParams('?pageToken='))).toBeUndefined();
  expect(readPageToken(new URLSearchParams({ pageToken: 'x'.repeat(3401) }))).toBeUndefined();
});

test('query of an address omits empty values', () => {
  expect(toSearch({ status: undefined, contains: '' })).toBe('');
  expect(toSearch({ status: 'failed', pageToken: 'a=' })).toBe('?status=failed&pageToken=a%3D');
});
