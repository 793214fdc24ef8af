import { expect, test } from 'vitest';
import { readableAddress } from './readable-address.ts';

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
