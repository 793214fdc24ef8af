import { expect, test } from 'vitest';
import { readTagListState, toTagSearch } from './tag-list-state.ts';

const read = (search: string) => readTagListState(new URLSearchParams(search));

test('state survives a round trip through the address', () => {
  expect(read('')).toEqual({ contains: '', after: undefined });
  for (const state of [
    { contains: '和 紙', after: 'a&b' },
    { contains: '', after: '墨' },
    { contains: 'ink', after: undefined },
  ]) {
    expect(read(toTagSearch(state))).toEqual(state);
  }
});

test('ignores invalid parameters', () => {
  expect(read(`contains=${'a'.repeat(400)}&after=..`)).toEqual({ contains: '', after: undefined });
});
