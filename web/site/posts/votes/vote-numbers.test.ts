import { expect, test } from 'vitest';
import { NO_VOTES, toNumbers, withVote } from './vote-numbers.ts';

test('missing counts become zero', () => {
  expect(toNumbers([])).toEqual({ like: 0, dislike: 0 });
  expect(toNumbers([{ voteType: 'dislike', voteCount: 3 }])).toEqual({ like: 0, dislike: 3 });
});

test('new vote replaces the previous one', () => {
  expect(withVote(NO_VOTES, undefined, 'like')).toEqual({ like: 1, dislike: 0 });
  expect(withVote({ like: 2, dislike: 5 }, 'like', 'dislike')).toEqual({ like: 1, dislike: 6 });
  expect(withVote({ like: 2, dislike: 5 }, 'like', undefined)).toEqual({ like: 1, dislike: 5 });
  expect(withVote({ like: 2, dislike: 5 }, 'like', 'like')).toEqual({ like: 2, dislike: 5 });
});

test('counts never fall below zero', () => {
  expect(withVote(NO_VOTES, 'dislike', undefined)).toEqual(NO_VOTES);
});
