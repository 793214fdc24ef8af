import { expect, test } from 'vitest';
import { CachedResponses } from './cached-responses.ts';

const response = (text: string) => ({ entityTag: '"1"', text });

test('CachedResponses evicts the least recently used answer', () => {
  const responses = new CachedResponses({ maxAnswers: 2 });
  responses.keep('/a', response('a'));
  responses.keep('/b', response('b'));
  responses.find('/a');
  responses.keep('/c', response('c'));
  expect(['/a', '/b', '/c'].map((address) => responses.find(address)?.text)).toEqual(['a', undefined, 'c']);
});

test('CachedResponses limits memory and skips oversized answers', () => {
  const responses = new CachedResponses({ maxBytes: 2 * 100 });
  responses.keep('/a', response('x'.repeat(60)));
  responses.keep('/b', response('x'.repeat(60)));
  expect([responses.find('/a'), responses.find('/b')?.text.length]).toEqual([undefined, 60]);
  responses.keep('/b', response('x'.repeat(200)));
  expect(responses.find('/b')).toBeUndefined();
  // Replaced entries no longer count.
  for (let round = 0; round < 10; round += 1) responses.keep('/a', response('x'.repeat(80)));
  expect(responses.find('/a')?.text.length).toBe(80);
});

test('CachedResponses stores nothing when maxAnswers is 0', () => {
  const responses = new CachedResponses({ maxAnswers: 0 });
  responses.keep('/a', response('a'));
  expect(responses.find('/a')).toBeUndefined();
});
