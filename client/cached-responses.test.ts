import { expect, test } from 'vitest';
import { CachedResponses } from './cached-responses.ts';

const answer = (text: string) => ({ entityTag: '"1"', text });

test('KeptAnswers evicts the least recently used answer', () => {
  const kept = new CachedResponses({ maxAnswers: 2 });
  kept.keep('/a', answer('a'));
  kept.keep('/b', answer('b'));
  kept.find('/a');
  kept.keep('/c', answer('c'));
  expect(['/a', '/b', '/c'].map((address) => kept.find(address)?.text)).toEqual(['a', undefined, 'c']);
});

test('KeptAnswers limits memory and skips oversized answers', () => {
  const kept = new CachedResponses({ maxBytes: 2 * 100 });
  kept.keep('/a', answer('x'.repeat(60)));
  kept.keep('/b', answer('x'.repeat(60)));
  expect([kept.find('/a'), kept.find('/b')?.text.length]).toEqual([undefined, 60]);
  kept.keep('/b', answer('x'.repeat(200)));
  expect(kept.find('/b')).toBeUndefined();
  // Replaced entries no longer count.
  for (let round = 0; round < 10; round += 1) kept.keep('/a', answer('x'.repeat(80)));
  expect(kept.find('/a')?.text.length).toBe(80);
});

test('KeptAnswers stores nothing when maxAnswers is 0', () => {
  const kept = new CachedResponses({ maxAnswers: 0 });
  kept.keep('/a', answer('a'));
  expect(kept.find('/a')).toBeUndefined();
});
