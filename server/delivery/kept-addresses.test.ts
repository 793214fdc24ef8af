import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findKeptAddress } from './kept-addresses.ts';

test.each([
  ['/', undefined, true],
  ['/about', undefined, true],
  ['/posts/news', 'news', true],
  ['/posts/news/a-post', 'news', true],
  ['/posts/news/categories/harbour', 'news', true],
  ['/posts/news/tags/%E5%A2%A8', 'news', true],
  ['/api/posts/news', 'news', false],
  ['/api/posts/news/a-post', 'news', false],
  ['/api/posts/news/groups?count=2&order=desc', 'news', false],
  ['/api/posts/news/groups/first-steps?count=2', 'news', false],
  ['/api/categories/news/harbour/children', 'news', false],
  ['/api/tags/news/node.js', 'news', false],
  ['/api/services', undefined, false],
  ['/api/services/news', 'news', false],
  ['/api/config', undefined, false],
])('what %s answers may be kept', (url, serviceId, isPage) => {
  expect(findKeptAddress(url)).toEqual({ url, serviceId, isPage });
});

test.each([
  '/api/admin/posts/news',
  '/admin',
  '/healthz',
  '/api/openapi.json',
  '/assets/root.js',
  '/error/notfound',
  '/posts/news/a-post.data/more',
  '/posts/News',
  '/posts/news/',
  '//posts/news',
  '/posts/news/..',
  '/posts/news/%2e%2E',
  '/posts/news/tags/.',
  '/api/tags/news/..',
  '/posts/news/%zz',
  '/posts/news/a b',
  '/posts/news/a\\b',
  '/posts/news#top',
  'http://example.com/posts/news',
  '*',
  '',
  `/api/posts/news?pageToken=${'a'.repeat(2000)}`,
])('%s is left to the application', (url) => {
  expect(findKeptAddress(url)).toBeUndefined();
});

test('the order of parameters makes no difference, and those that mean nothing are left out', () => {
  const kept = findKeptAddress('/api/posts/news?count=2&order=asc');
  expect(findKeptAddress('/api/posts/news?withPostDetail=1&order=asc&count=2')).toEqual(kept);
  expect(kept?.url).toBe('/api/posts/news?count=2&order=asc');
  expect(findKeptAddress('/api/posts/news?withPostDetail=1')?.url).toBe('/api/posts/news');
});

test.each([
  '/api/posts/news/a-post?token=abc',
  '/api/posts/news?token=abc',
  '/posts/news/a-post?token=abc',
  '/posts/news/a-post?token',
  '/api/posts/news?count=1&count=2',
  '/api/posts/news?withPostDetail=1&withPostDetail=2',
  '/api/posts/news?cuont=1',
  '/api/posts/news?%63ount=1',
  '/api/posts/news?count=1&',
  '/api/posts/news?',
  '/api/posts/news?tag=%zz',
  "/api/posts/news?tag='",
  '/posts/news?utm_source=mail',
  '/?count=1',
])('%s is secret, unknown, said twice or not spelt plainly: it is left to the application', (url) => {
  expect(findKeptAddress(url)).toBeUndefined();
});

test('what is kept is spelt so that a parser of addresses leaves it as it is', () => {
  const part = fc.string({ unit: 'binary-ascii', maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom('/posts/news/', '/api/tags/news/', '/api/posts/news?tag='), part, (start, end) => {
      const address = findKeptAddress(`${start}${end}`);
      if (!address) return;
      const parsed = new URL(address.url, 'http://localhost');
      expect(`${parsed.pathname}${parsed.search}`).toBe(address.url);
    }),
    { numRuns: 2000 },
  );
});
