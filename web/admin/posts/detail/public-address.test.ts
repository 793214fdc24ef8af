import { expect, test } from 'vitest';
import { defaultServiceConfigs } from '#contract/service-configs.ts';
import { type Addressed, previewAddress, publicAddress } from './public-address.ts';

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
