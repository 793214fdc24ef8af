import { expect, test } from 'vitest';
import { toLinkTarget } from './review-post.ts';

const own = {
  serviceId: 'news',
  origins: ['http://localhost:3000', 'https://example.com'],
  mediaUrl: 'https://media.example.com',
  postPrefix: 'https://front.example.net/articles/',
};
const FILE = '01jd0000000000000000000000';

test('resolves links to resources of this installation', () => {
  const targets: [string, object][] = [
    ['#user-content-end', { kind: 'fragment', id: 'user-content-end' }],
    ['#%E7%B5%82', { kind: 'fragment', id: '終' }],
    ['/posts/news', { kind: 'service', serviceId: 'news' }],
    ['/posts/other/hello', { kind: 'post', serviceId: 'other', name: 'hello' }],
    ['https://example.com/posts/news/hello?x=1#there', { kind: 'post', serviceId: 'news', name: 'hello' }],
    ['http://example.com/posts/news/hello/', { kind: 'post', serviceId: 'news', name: 'hello' }],
    ['/posts/news/categories/print', { kind: 'category', serviceId: 'news', name: 'print' }],
    ['/posts/news/tags/%E6%B1%9F%E6%88%B8', { kind: 'tag', serviceId: 'news', name: '江戸' }],
    ['/posts/news/groups/first', { kind: 'group', serviceId: 'news', name: 'first' }],
    ['/posts/news/search?q=a', { kind: 'service', serviceId: 'news' }],
    ['https://front.example.net/articles/hello#x', { kind: 'post', serviceId: 'news', name: 'hello' }],
    [`https://media.example.com/news/docs/${FILE}.pdf`, { kind: 'file', serviceId: 'news', name: FILE }],
    [`/media/news/images/${FILE}/raw.png`, { kind: 'file', serviceId: 'news', name: FILE }],
    [`https://example.com/media/news/docs/${FILE}.pdf`, { kind: 'file', serviceId: 'news', name: FILE }],
  ];
  for (const [href, target] of targets) expect(toLinkTarget(href, own), href).toEqual(target);
});

test('ignores external links and fixed pages', () => {
  const others = [
    ...['#', '/', '/about', '//example.com/posts/news/x', 'https://example.org/posts/news/x', 'mailto:a@example.com'],
    ...['https://front.example.net/articles/', 'https://front.example.net/articles/a/b', '/posts', 'relative', ''],
    ...['/posts/news/%00', '/posts/news/tags/a%00b', 'https://front.example.net/articles/%00'],
    ...['/media/news/images/short/raw.png', 'https://example.com.evil.example/posts/news/x', '/posts/news/a/b/c'],
  ];
  for (const href of others) expect(toLinkTarget(href, own), href).toBeUndefined();
  expect(toLinkTarget('anything', { ...own, postPrefix: '' })).toBeUndefined();
});
