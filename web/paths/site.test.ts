import { expect, test } from 'vitest';
import { sitePathOf } from './site.ts';

const HERE = 'https://example.com/posts/news/here?token=ab';

test.each([
  ['https://example.com/', '/'],
  ['https://example.com/about', '/about'],
  ['https://example.com/posts/news/other', '/posts/news/other'],
  ['https://example.com/posts/news/other#part', '/posts/news/other#part'],
  ['https://example.com/posts/news/tags/%E5%A2%A8?pageToken=x', '/posts/news/tags/%E5%A2%A8?pageToken=x'],
  ['https://example.com/posts/news/here#part', '/posts/news/here#part'],
  [HERE, '/posts/news/here?token=ab'],
])('%s is a page of the site', (address, path) => {
  expect(sitePathOf(address, HERE)).toBe(path);
});

test.each([
  'https://example.org/posts/news/other',
  'http://example.com/posts/news/other',
  `${HERE}#part`,
  'https://example.com/posts/news/rss.xml',
  'https://example.com/media/news/docs/a.pdf',
  'https://example.com/api/posts/news',
  'https://example.com/admin',
  'https://example.com/user',
  'mailto:someone@example.com',
  'javascript:alert(1)',
])('%s is left to the browser', (address) => {
  expect(sitePathOf(address, HERE)).toBeUndefined();
});
