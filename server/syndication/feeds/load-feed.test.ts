import { expect, test } from 'vitest';
import { toFeedHtml } from './load-feed.ts';

const page = 'https://example.com/posts/news/a-post';
const absolute = (html: string) => toFeedHtml(html, page);

test.each([
  ['<a href="/posts/news/b?c=1&#x26;d=2">b</a>', '<a href="https://example.com/posts/news/b?c=1&#x26;d=2">b</a>'],
  ['<a href="#top">up</a>', '<a href="https://example.com/posts/news/a-post#top">up</a>'],
  ['<a href="b">b</a>', '<a href="https://example.com/posts/news/b">b</a>'],
  ['<img alt="a > b" src="/media/a.png">', '<img alt="a > b" src="https://example.com/media/a.png">'],
  [
    '<img src="/a.webp" srcset="/a.webp 400w, https://cdn.example/b.webp 800w">',
    '<img src="https://example.com/a.webp" srcset="https://example.com/a.webp 400w, https://cdn.example/b.webp 800w">',
  ],
  [
    '<video controls src="/a.mp4" poster="/a.png">',
    '<video controls src="https://example.com/a.mp4" poster="https://example.com/a.png">',
  ],
  [
    '<img alt=" a href=" src="/x.png" title="t"><a title=" src=" href="/y">y</a>',
    '<img alt=" a href=" src="https://example.com/x.png" title="t"><a title=" src=" href="https://example.com/y">y</a>',
  ],
  ['<blockquote cite="//elsewhere.example/x">', '<blockquote cite="https://elsewhere.example/x">'],
])('makes addresses of %s absolute', (html, expected) => {
  expect(absolute(html)).toBe(expected);
});

test.each([
  '<a href="https://example.org/">whole</a>',
  '<a href="mailto:hana@example.com">mail</a>',
  '<code>&#x3C;a href="/x"></code>',
  '<p title="href=/x">text</p>',
])('leaves %s unchanged', (html) => {
  expect(absolute(html)).toBe(html);
});

test.each([
  [
    '<img src="https://a.example/b.png" style="background: url(data:image/webp;base64,UklGR=) center / 100% 100% no-repeat">',
    '',
  ],
  [
    '<img src="https://a.example/b.png" style="float: left; background: url(data:image/webp;base64,UklGR=) center / 100% 100% no-repeat">',
    ' style="float: left"',
  ],
])('removes the placeholder of %s', (html, style) => {
  expect(absolute(html)).toBe(`<img src="https://a.example/b.png"${style}>`);
});
