import { expect, test } from 'vitest';
import { cpuGrowth, MAX_LINEAR_GROWTH } from '#testing/cpu-growth.ts';
import { readMarker } from './check-copies.ts';

const post = { serviceId: 'news', slug: 'tour', postId: '01m8tour000000000000000000' };

const page = (modified: string) =>
  `<head><meta property="og:title" content="Tour"/><meta property="article:published_time" content="2026-11-01T00:00:00Z"/>
  <meta property="article:modified_time" content="${modified}"/></head>`;
const item = (slug: string, title: string, date = 'November 1, 2026') =>
  `<article class="post-item"><h2><a href="/posts/news/${slug}">${title}</a></h2>
  <p>Text</p><time dateTime="2026-11-01">${date}</time></article>`;

test('a page is marked by its times', () => {
  const marker = readMarker.page(page('2026-11-02T00:00:00Z'), post);
  expect(marker).toBe('2026-11-01T00:00:00Z 2026-11-02T00:00:00Z');
  expect(readMarker.page(page('2026-11-03T00:00:00Z'), post)).not.toBe(marker);
  const changed = page('2026-11-02T00:00:00Z').replace(
    '</head>',
    '<meta property="og:updated_time" content="2026-11-04T00:00:00Z"/></head>',
  );
  expect(readMarker.page(changed, post)).toBe(`${marker} 2026-11-04T00:00:00Z`);
  expect(readMarker.page('<p>Maintenance</p>', post)).toBeUndefined();
});

test('a list is marked by the texts of the post, in any language', () => {
  const list = (title: string, date?: string) => `${item('tour-2', 'Another')}${item('tour', title, date)}`;
  const marker = readMarker.list(list('A &amp; B'), post);
  expect(marker).toBe('ABText');
  expect(readMarker.list(list('A &amp; B', '2026年11月1日'), post)).toBe(marker);
  const withFacts = (by: string, minutes: string) =>
    list('A &amp; B').replaceAll(
      '</article>',
      `<span><span class="sr-only">${by} </span>Hana</span><time datetime="PT61S">${minutes}</time></article>`,
    );
  expect(readMarker.list(withFacts('By', '2 min read'), post)).toBe('ABTextHana');
  expect(readMarker.list(withFacts('著者', '約2分で読めます'), post)).toBe('ABTextHana');
  expect(readMarker.list(list('A longer tour'), post)).not.toBe(marker);
  expect(readMarker.list(item('tour-2', 'Another'), post)).toBeUndefined();
});

test('pages and lists are recognized after minification', () => {
  const minified = (html: string) => html.replace(/\s*\n\s*/g, '').replace(/=("|')([^\s"'>]+)\1/g, '=$2');
  const html = `${page('2026-11-02T00:00:00Z')}${item('tour', 'A tour')}`;
  expect(minified(html)).not.toMatch(/["\n]/);
  expect(readMarker.page(minified(html), post)).toBe(readMarker.page(html, post));
  expect(readMarker.list(minified(html), post)).toBe(readMarker.list(html, post));
});

test.for(Object.entries(readMarker))('hostile answers are read in linear time: %s', ([, read]) => {
  for (const hostile of ['<meta ', '<article href="/posts/news/tour" <', '<time ', '<item>', '[']) {
    const growth = cpuGrowth((size) => read(hostile.repeat(size), post), 2000);
    expect([hostile, growth < MAX_LINEAR_GROWTH]).toEqual([hostile, true]);
  }
});

test('the API is marked by the whole post', () => {
  const json = (body: string) => `{"postId": "${post.postId}",  "body": "${body}"}`;
  expect(readMarker.api(json('one'), post)).toBe(readMarker.api(json('one').replaceAll(' ', ''), post));
  expect(readMarker.api(json('one'), post)).not.toBe(readMarker.api(json('two'), post));
  for (const other of ['', 'null', '[]', '{"postId":"another"}', '<html>']) {
    expect(readMarker.api(other, post)).toBeUndefined();
  }
});
