import { expect, test } from 'vitest';
import { appAddress, qrPath } from './app-secret.tsx';

test('address contains issuer, account and secret', () => {
  const address = new URL(appAddress({ secret: 'JBSWY3DP', account: 'ada@example.com', issuer: '瓦版: news' }));
  expect(address.protocol).toBe('otpauth:');
  expect(decodeURIComponent(address.pathname)).toMatch(/瓦版 {2}news:ada@example\.com$/);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    secret: 'JBSWY3DP',
    issuer: '瓦版: news',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

test('path contains each dark module', () => {
  expect(
    qrPath([
      [true, false],
      [false, true],
    ]),
  ).toBe('M0 0h1v1h-1zM1 1h1v1h-1z');
});
