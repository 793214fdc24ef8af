import { expect, test } from 'vitest';
import { toOwnPath } from './own-path.ts';

test.for(['/', '/about', '/posts/news?page=2#list', '/posts/news?q=https://elsewhere.example', '/a?q=x\\y'])(
  'accepts %s',
  (path) => {
    expect(toOwnPath(path)).toBe(path);
  },
);

test.for([
  '',
  'about',
  '?q=1',
  'https://elsewhere.example/',
  'javascript:alert(1)',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '\\/elsewhere.example',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  '\t//elsewhere.example',
  '/.//elsewhere.example',
  '/posts//elsewhere.example',
  '/posts\\elsewhere.example',
  '/a\r\nX: y',
])('rejects %j', (address) => {
  expect(toOwnPath(address)).toBeUndefined();
});

test('removes dot segments', () => {
  expect(toOwnPath('/posts/../admin')).toBe('/admin');
  expect(toOwnPath('/posts/%2e%2e/admin')).toBe('/admin');
});

test('encodes line breaks in queries', () => {
  expect(toOwnPath('/a?b=\r\nX: y')).not.toMatch(/[\r\n]/);
});
