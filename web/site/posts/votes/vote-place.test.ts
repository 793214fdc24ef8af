import { expect, test } from 'vitest';
import { placeOfVotes, voteResultAt } from './vote-place.ts';

const address = 'https://example.com/posts/news/a?comments=abc&order=desc&comment=x&voted=dislike&on=y&other=1';

test('vote redirect keeps the page of comments', () => {
  expect(placeOfVotes(address, { result: 'like', contentId: 'the-post', isSmall: false })).toBe(
    '/posts/news/a?comments=abc&order=desc&voted=like#votes',
  );
});

test('vote on a comment redirects to the comment', () => {
  const place = placeOfVotes('https://example.com/posts/news/a', { result: 'none', contentId: 'c1', isSmall: true });
  expect(place).toBe('/posts/news/a?voted=none&on=c1#votes-c1');
  const own = placeOfVotes('https://example.com/posts/news/a?comment=c1', {
    result: 'like',
    contentId: 'c1',
    isSmall: true,
  });
  expect(own).toBe('/posts/news/a?comment=c1&voted=like&on=c1#votes-c1');
});

test('vote in the query applies to post or comment', () => {
  const about = (query: string, contentId: string, isSmall: boolean) =>
    voteResultAt(new URLSearchParams(query), contentId, isSmall);
  expect(about('voted=like', 'the-post', false)).toBe('like');
  expect(about('voted=like', 'c1', true)).toBeUndefined();
  expect(about('voted=like&on=c1', 'c1', true)).toBe('like');
  expect(about('voted=like&on=c1', 'c2', true)).toBeUndefined();
  expect(about('voted=like&on=c1', 'the-post', false)).toBeUndefined();
  expect(about('', 'the-post', false)).toBeUndefined();
});
