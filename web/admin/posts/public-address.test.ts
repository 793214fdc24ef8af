import { expect, test } from 'vitest';
import { defaultServiceConfigs } from '#contract/service-configs.ts';
import { type Addressed, previewAddress, publicAddress, readableAddress } from './public-address.ts';

const origin = 'https://cms.example';

function post(status: Addressed['status'], frontendPostDetailUrlPrefix = ''): Addressed {
  const configs = { ...defaultServiceConfigs, frontendPostDetailUrlPrefix };
  const times = { createdAt: '', updatedAt: null };
  const service = { serviceId: 'news', label: 'News', functions: [], revision: 1, ...times, configs };
  return { serviceId: 'news', slug: 'one', status, previewToken: 'abc123', service };
}

test('post address is local unless the service has a prefix', () => {
  expect(publicAddress(post('published'), origin)).toBe('https://cms.example/posts/news/one');
  expect(publicAddress(post('published', 'https://example.com/read/'), origin)).toBe('https://example.com/read/one');
});

test('preview of a published post carries no token', () => {
  expect(previewAddress(post('published'), origin)).toBe('https://cms.example/posts/news/one');
});

test.each(['draft', 'reserved', 'unpublished'] as const)('preview of a %s post carries its token', (status) => {
  expect(previewAddress(post(status), origin)).toBe('https://cms.example/posts/news/one?token=abc123');
});

test('appends the token to a prefix with a query', () => {
  expect(previewAddress(post('draft', 'https://example.com/?post='), origin)).toBe(
    'https://example.com/?post=one&token=abc123',
  );
});

test('shows an address decoded, without scheme and token', () => {
  expect(readableAddress('https://example.com/posts/news/%E7%93%A6%E7%89%88?token=abc')).toBe(
    'example.com/posts/news/瓦版',
  );
  expect(readableAddress('http://localhost:3000/posts/news/a?page=2&token=abc')).toBe(
    'localhost:3000/posts/news/a?page=2',
  );
});

test('shows an address with invalid percent encoding unchanged', () => {
  expect(readableAddress('https://example.com/100%/a')).toBe('example.com/100%/a');
});
