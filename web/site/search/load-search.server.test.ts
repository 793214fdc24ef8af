import fc from 'fast-check';
import { expect, test } from 'vitest';
import { postSearchApi } from '#contract/post-search.ts';
import { toQuestion } from './load-search.server.ts';

test('trims whitespace around the query', () => {
  expect(toQuestion('　瓦版 print ')).toBe('瓦版 print');
});

test('cuts long queries at a whole character', () => {
  expect(toQuestion('a'.repeat(300))).toBe('a'.repeat(100));
  expect(toQuestion(`${'a'.repeat(99)}𠮷野`)).toBe('a'.repeat(99));
});

test('any input becomes a valid query or none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ maxLength: 200 })), (typed) => {
      const q = toQuestion(typed);
      expect(q === '' || postSearchApi.search.query?.safeParse({ q }).success).toBe(true);
    }),
  );
});
