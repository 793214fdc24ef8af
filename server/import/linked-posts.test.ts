import { expect, test } from 'vitest';
import { LinkedPosts } from './linked-posts.ts';

const posts = (...known: readonly (readonly [path: string, slug: string])[]) =>
  new LinkedPosts(
    known.map(([path, slug]) => ({ path, slug })),
    { serviceId: 'news', linkBase: 'https://old.example.com/blog' },
  );

test('matches an address by the end of its path', () => {
  const known = posts(['releases/v1.md', 'v1'], ['news/spring.md', 'spring']);
  for (const address of [
    '/releases/v1',
    '/en/blog/releases/v1/',
    '/blog/v1',
    '/blog/releases/v1.html',
    '/v1/index.html',
  ])
    expect(known.find(address, 'a.md'), address).toBe('/posts/news/v1');
  for (const address of [
    '/',
    '/blog/',
    '/v1/more',
    '/img/v1.png',
    '#v1',
    '',
    '?v1',
    'v1',
    'mailto:v1',
    '//cdn.example/v1',
  ])
    expect(known.find(address, 'a.md'), address).toBeUndefined();
});

test('keeps query and fragment', () => {
  const known = posts(['spring.md', 'spring']);
  expect(known.find('/blog/spring/?q=a%20b#part?x', 'a.md')).toBe('/posts/news/spring?q=a%20b#part?x');
});

test('matches slugs and folders of index files', () => {
  const known = posts(['a/x.md', 'other'], ['b/index.mdx', 'b'], ['新 年.md', 'post-12345678'], ['index.md', 'index']);
  expect(known.find('/a/other', 'z.md')).toBe('/posts/news/other');
  expect(known.find('/a/x', 'z.md')).toBe('/posts/news/other');
  expect(known.find('/blog/b/', 'z.md')).toBe('/posts/news/b');
  expect(known.find(`/blog/${encodeURIComponent('新 年')}`, 'z.md')).toBe('/posts/news/post-12345678');
  expect(known.find('/blog/%zz', 'z.md')).toBeUndefined();
});

test('requires date folders in the address', () => {
  const known = posts(['2024/12/05/react-19.md', 'react-19'], ['2026-05-01-spring.md', '2026-05-01-spring']);
  expect(known.find('/blog/2024/12/05/react-19', 'a.md')).toBe('/posts/news/react-19');
  expect(known.find('/blog/2024/04/25/react-19', 'a.md')).toBeUndefined();
  expect(known.find('/reference/react-19', 'a.md')).toBeUndefined();
  expect(known.find('/2026/05/01/spring.html', 'a.md')).toBe('/posts/news/2026-05-01-spring');
  expect(known.find('/2026/05/02/spring.html', 'a.md')).toBeUndefined();
});

test('the longest match wins, ambiguous ones do not', () => {
  const known = posts(['a/same.md', 'one'], ['b/same.md', 'two'], ['c/d/same.md', 'three']);
  expect(known.find('/blog/b/same', 'z.md')).toBe('/posts/news/two');
  expect(known.find('/blog/c/d/same', 'z.md')).toBe('/posts/news/three');
  expect(known.find('/blog/same', 'z.md')).toBeUndefined();
  expect(known.find('/blog/x/same', 'z.md')).toBeUndefined();
});

test('matches absolute URLs below the link base only', () => {
  const known = posts(['2026/spring.md', 'spring']);
  expect(known.find('https://old.example.com/blog/2026/spring#a', 'z.md')).toBe('/posts/news/spring#a');
  expect(known.find('http://old.example.com/blog/2026/spring', 'z.md')).toBe('/posts/news/spring');
  expect(known.find('https://old.example.com/blogs/2026/spring', 'z.md')).toBeUndefined();
  expect(known.find('https://example.com/blog/2026/spring', 'z.md')).toBeUndefined();
  const without = new LinkedPosts([{ path: 'spring.md', slug: 'spring' }], { serviceId: 'news' });
  expect(without.find('https://old.example.com/spring', 'z.md')).toBeUndefined();
});

test('resolves relative file links from the linking file', () => {
  const known = posts(['2026/新 年.md', 'new-year'], ['2026/index.md', '2026'], ['hours.md', 'hours']);
  expect(known.find('hours.md', 'a.md')).toBe('/posts/news/hours');
  expect(known.find('../hours.md#sunday', '2026/新 年.md')).toBe('/posts/news/hours#sunday');
  expect(known.find('./新%20年.md', '2026/b.md')).toBe('/posts/news/new-year');
  expect(known.find('hours.md', '2026/b.md')).toBeUndefined();
});
