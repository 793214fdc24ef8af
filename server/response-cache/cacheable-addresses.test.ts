import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCacheableAddress } from './cacheable-addresses.ts';

test.each([
  ['/', undefined, 'page'],
  ['/about', undefined, 'page'],
  ['/posts/news', 'news', 'page'],
  ['/posts/news/a-post', 'news', 'page'],
  ['/posts/news/categories/harbour', 'news', 'page'],
  ['/posts/news/tags/%E5%A2%A8', 'news', 'page'],
  ['/posts/news/tags?before=a', 'news', 'page'],
  ['/posts/news/groups?pageToken=a', 'news', 'page'],
  ['/posts/news/groups/first-steps?pageToken=a', 'news', 'page'],
  ['/api/posts/news', 'news', 'call'],
  ['/api/posts/news/a-post', 'news', 'call'],
  ['/api/posts/news/groups?count=2&order=desc', 'news', 'call'],
  ['/api/posts/news/groups/first-steps?count=2', 'news', 'call'],
  ['/api/categories/news/harbour/children', 'news', 'call'],
  ['/api/tags/news/node.js', 'news', 'call'],
  ['/api/services', undefined, 'call'],
  ['/api/services/news', 'news', 'call'],
  ['/api/config', undefined, 'call'],
  ['/posts/news/search?q=ink', 'news', 'page'],
  ['/api/posts/news/search?q=ink', 'news', 'call'],
  ['/posts/news/rss.xml', 'news', 'file'],
  ['/posts/news/tags/%E5%A2%A8/atom.xml', 'news', 'file'],
  ['/posts/news/categories/harbour/feed.json', 'news', 'file'],
  ['/posts/news/groups/first-steps/rss.xml', 'news', 'file'],
  ['/posts/news/sitemap-posts-0123456789abcdefghijklmnop.xml', 'news', 'file'],
  ['/posts/news/sitemap-pages.xml', 'news', 'file'],
  ['/sitemap.xml', undefined, 'file'],
  ['/robots.txt', undefined, 'file'],
  ['/llms.txt', undefined, 'file'],
  ['/site.webmanifest', undefined, 'page'],
])('%s is cacheable', (url, serviceId, kind) => {
  expect(findCacheableAddress(url)).toMatchObject({ url, serviceId, kind });
});

test.each([
  ['/posts/news/a-post', 'a-post'],
  ['/posts/news/a-post.data', 'a-post'],
  ['/api/posts/news/a-post', 'a-post'],
  ['/api/posts/news/a-post/adjacent?group=first-steps', 'a-post'],
  ['/api/posts/news/a-post/related?count=5', undefined],
  ['/posts/news', undefined],
  ['/posts/news/groups/first-steps', undefined],
  ['/api/posts/news/groups/first-steps', undefined],
  ['/api/categories/news/harbour', undefined],
  ['/api/comments/news/a-post', undefined],
])('%s depends on the post %s', (url, post) => {
  expect(findCacheableAddress(url)).toMatchObject({ url });
  expect(findCacheableAddress(url)?.post).toBe(post);
});

test.each([
  ['/api/comments/news/a-post', { contentId: 'a-post' }],
  ['/api/comments/news/a-post?count=2&order=desc', { contentId: 'a-post' }],
  ['/api/votes/news/a-post', { contentId: 'a-post' }],
  ['/posts/news/a-post', { slug: 'a-post' }],
  ['/posts/news/a-post.data', { slug: 'a-post' }],
  ['/posts/news/a-post?comments=abc&order=desc', { slug: 'a-post' }],
  ['/posts/news/a-post?voted=none', { slug: 'a-post' }],
])('%s is cacheable and depends on a comment thread', (url, thread) => {
  expect(findCacheableAddress(url)).toMatchObject({ url, serviceId: 'news', thread: { serviceId: 'news', ...thread } });
});

test.each([
  '/posts/news',
  '/posts/news/tags',
  '/posts/news/rss.xml',
  '/api/posts/news/a-post',
  '/api/posts/news/a-post/adjacent',
  '/',
])('%s depends on no comment thread', (url) => {
  expect(findCacheableAddress(url)).toMatchObject({ url });
  expect(findCacheableAddress(url)?.thread).toBeUndefined();
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
  '/posts/news/a%2Dpost',
  '/posts/news/a-post?order=up',
  '/posts/news/a-post?voted=twice',
  '/posts/news/a-post?comment=01arz3ndektsv4rrffq69g5fav',
  '/api/comments/news/counts',
  '/api/comments/news/a-post/own',
  '/api/comments/news/a-post/form',
  '/api/votes/news',
  '/api/votes/news/own?contentIds=a-post',
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
])('%s is passed to the application', (url) => {
  expect(findCacheableAddress(url)).toBeUndefined();
});

test('parameters are sorted and ignored ones removed', () => {
  const cached = findCacheableAddress('/api/posts/news?count=2&order=asc');
  expect(findCacheableAddress('/api/posts/news?withPostDetail=1&order=asc&count=2')).toEqual(cached);
  expect(cached?.url).toBe('/api/posts/news?count=2&order=asc');
  expect(findCacheableAddress('/api/posts/news?withPostDetail=1')?.url).toBe('/api/posts/news');
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
  '/posts/news/rss.xml?count=1',
  '/?count=1',
  '/api/posts/news?toString=1',
  '/posts/news?constructor=1',
  '/posts/news/rss.xml?__proto__=1',
])('%s has unsafe parameters and is not cacheable', (url) => {
  expect(findCacheableAddress(url)).toBeUndefined();
});

test('canonical URLs are unchanged by a URL parser', () => {
  const part = fc.string({ unit: 'binary-ascii', maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom('/posts/news/', '/api/tags/news/', '/api/posts/news?tag='), part, (start, end) => {
      const address = findCacheableAddress(`${start}${end}`);
      if (!address) return;
      const parsed = new URL(address.url, 'http://localhost');
      expect(`${parsed.pathname}${parsed.search}`).toBe(address.url);
    }),
    { numRuns: 2000 },
  );
});
