import { expect, test } from 'vitest';
import { expiryOf, isExpired } from './session.ts';

test('tokens expire at the second of `exp`', () => {
  const token = tokenWith({ exp: 1000 });
  expect(isExpired(token, 999)).toBe(false);
  expect(isExpired(token, 1000)).toBe(true);
  expect(isExpired(token, 1001)).toBe(true);
});

test.for(['', 'x', 'a.b.c', 'a..c', tokenWith({}), tokenWith({ exp: '1000' }), tokenWith(null)])(
  'token without readable expiry counts as expired: %s',
  (token) => {
    expect(isExpired(token, 0)).toBe(true);
  },
);

test('decodes base64url tokens', () => {
  expect(expiryOf(tokenWith({ name: '??>>~~瓦版', exp: 7 }))).toBe(7);
});

function tokenWith(claims: unknown): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
}
