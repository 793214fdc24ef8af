import { expect, test } from 'vitest';
import { qrPath, urlOfHash } from '../../paths/console.ts';
import { fileNameOf, readOptions } from './qr-form-values.ts';

const typed = { url: ' https://example.com/a ', pixels: '512', margin: '4' };

test('accepts complete input', () => {
  expect(readOptions(typed)).toEqual({
    requested: { url: 'https://example.com/a', pixels: 512, margin: 4 },
    fieldErrors: new Set(),
  });
});

test.each([
  [{ url: 'example.com' }, 'url'],
  [{ url: 'javascript:alert(1)' }, 'url'],
  [{ url: 'http://%%' }, 'url'],
  [{ pixels: '' }, 'pixels'],
  [{ pixels: '5000' }, 'pixels'],
  [{ margin: '1.5' }, 'margin'],
  [{ margin: '-1' }, 'margin'],
])('%j has an error in %s', (change, fieldError) => {
  expect(readOptions({ ...typed, ...change })).toEqual({ fieldErrors: new Set([fieldError]) });
});

test('file name is derived from the URL', () => {
  expect(fileNameOf('https://example.com/posts/news/spring-menu?x=1')).toBe('qr-example.com-spring-menu');
  expect(fileNameOf('https://example.com/')).toBe('qr-example.com');
  expect(fileNameOf('https://瓦版.example/記事/')).toMatch(/^qr-xn--[\w.-]+$/);
});

test("URL survives the route's fragment", () => {
  const url = 'https://example.com/?a=b#c d%';
  expect(urlOfHash(new URL(qrPath(url), 'https://console').hash)).toBe(url);
  expect(urlOfHash('#%')).toBe('');
  expect(urlOfHash('')).toBe('');
});
