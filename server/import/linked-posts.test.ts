import { expect, test } from 'vitest';
import { baseOf, LinkedPosts, resolveLinks } from './linked-posts.ts';

const base = baseOf('2024/12/react.md', 'https://example.com/blog');
const resolved = (source: string) => resolveLinks(source, { base }).body;

test('base of a file includes its folder', () => {
  expect(base.href).toBe('https://example.com/blog/2024/12/');
  expect(baseOf('新 年/a b#.md', 'https://example.com/x/').href).toBe('https://example.com/x/%E6%96%B0%20%E5%B9%B4/');
});

test('makes relative links and images absolute', () => {
  expect(resolved('[a](/x/y) [b](z.md "t") [c](../w?q=1#f) ![d](./e.png)')).toBe(
    '[a](https://example.com/x/y) [b](https://example.com/blog/2024/12/z.md "t") ' +
      '[c](https://example.com/blog/2024/w?q=1#f) ![d](https://example.com/blog/2024/12/e.png)',
  );
  expect(resolved('[![a](/i.png)](/p)')).toBe('[![a](https://example.com/i.png)](https://example.com/p)');
  expect(resolved('[a]( </with space> )')).toBe('[a]( <https://example.com/with%20space> )');
  expect(resolved('[a][b]\n\n[b]: /x "t"')).toBe('[a][b]\n\n[b]: https://example.com/x "t"');
});

test('makes relative addresses in raw HTML absolute', () => {
  expect(resolved(`<a href="/x">y</a> <img src='z.png' alt="/x">`)).toBe(
    `<a href="https://example.com/x">y</a> <img src='https://example.com/blog/2024/12/z.png' alt="/x">`,
  );
  expect(resolved('<picture><source srcset="/a.png 1x, https://cdn.example/b.png 2x"></picture>')).toBe(
    '<picture><source srcset="https://example.com/a.png 1x, https://cdn.example/b.png 2x"></picture>',
  );
});

test('leaves other addresses unchanged', () => {
  const source =
    '[a](https://a.example/x) [b](#part) [c](mailto:a@b.example) [d](//cdn.example/x) `[e](/x)` https://f.example\n\n```\n[g](/x)\n```';
  expect(resolveLinks(source, { base })).toEqual({ body: source, toPosts: 0, left: 0 });
});

test('counts relative addresses without a base', () => {
  const source = '[a](/x) ![b](y.png) <a href="/z">c</a> [d](#e)';
  expect(resolveLinks(source, {})).toEqual({ body: source, toPosts: 0, left: 3 });
});

test('resolves links to posts with and without base', () => {
  const toPost = (address: string) => (/\/here$/.test(address) ? '/posts/news/here' : undefined);
  const source =
    '[a](/x/here "t") [b][d] ![c](/x/here) <a href="/y/here">e</a> <img src="/here"> [f](https://g.example/here)\n\n[d]: /here';
  const withLinks = (image: string, picture: string) =>
    `[a](/posts/news/here "t") [b][d] ![c](${image}) <a href="/posts/news/here">e</a> <img src="${picture}"> [f](/posts/news/here)\n\n[d]: /posts/news/here`;
  expect(resolveLinks(source, { toPost })).toEqual({ body: withLinks('/x/here', '/here'), toPosts: 4, left: 2 });
  expect(resolveLinks(source, { toPost, base })).toEqual({
    body: withLinks('https://example.com/x/here', 'https://example.com/here'),
    toPosts: 4,
    left: 0,
  });
});

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
