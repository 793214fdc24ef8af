import { expect, test } from 'vitest';
import { expiryOf, isExpired } from './token-expiry.ts';

test('a token expires at its very second', () => {
  const token = tokenWith({ exp: 1000 });
  expect(isExpired(token, 999)).toBe(false);
  expect(isExpired(token, 1000)).toBe(true);
  expect(isExpired(token, 1001)).toBe(true);
});

test.for(['', 'x', 'a.b.c', 'a..c', tokenWith({}), tokenWith({ exp: '1000' }), tokenWith(null)])(
  'a token that says no time has expired: %s',
  (token) => {
    expect(isExpired(token, 0)).toBe(true);
  },
);

test('letters of a URL-safe token are read', () => {
  expect(expiryOf(tokenWith({ name: '??>>~~瓦版', exp: 7 }))).toBe(7);
});

function tokenWith(claims: unknown): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
}
