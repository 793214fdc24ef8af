import { expect, test } from 'vitest';
import { baseOf, resolveLinks } from './resolve-links.ts';

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
  const led = (image: string, picture: string) =>
    `[a](/posts/news/here "t") [b][d] ![c](${image}) <a href="/posts/news/here">e</a> <img src="${picture}"> [f](/posts/news/here)\n\n[d]: /posts/news/here`;
  expect(resolveLinks(source, { toPost })).toEqual({ body: led('/x/here', '/here'), toPosts: 4, left: 2 });
  expect(resolveLinks(source, { toPost, base })).toEqual({
    body: led('https://example.com/x/here', 'https://example.com/here'),
    toPosts: 4,
    left: 0,
  });
});
