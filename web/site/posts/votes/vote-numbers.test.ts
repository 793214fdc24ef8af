import { expect, test } from 'vitest';
import { NO_VOTES, toNumbers, withVote } from './vote-numbers.ts';

test('of what nobody has voted there is nothing in an answer, and zero on the page', () => {
  expect(toNumbers([])).toEqual({ like: 0, dislike: 0 });
  expect(toNumbers([{ voteType: 'dislike', voteCount: 3 }])).toEqual({ like: 0, dislike: 3 });
});

test('a vote takes the place of the one before', () => {
  expect(withVote(NO_VOTES, undefined, 'like')).toEqual({ like: 1, dislike: 0 });
  expect(withVote({ like: 2, dislike: 5 }, 'like', 'dislike')).toEqual({ like: 1, dislike: 6 });
  expect(withVote({ like: 2, dislike: 5 }, 'like', undefined)).toEqual({ like: 1, dislike: 5 });
  expect(withVote({ like: 2, dislike: 5 }, 'like', 'like')).toEqual({ like: 2, dislike: 5 });
});

test('no number is below zero, whatever a page did not know', () => {
  expect(withVote(NO_VOTES, 'dislike', undefined)).toEqual(NO_VOTES);
});
