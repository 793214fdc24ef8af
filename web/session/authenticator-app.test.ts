import { expect, test } from 'vitest';
import { appAddress, inGroups } from './authenticator-app.ts';

test('app URI contains site, account and secret', () => {
  const address = new URL(appAddress({ secret: 'JBSWY3DP', account: 'ada+x@example.com', issuer: '瓦版: news' }));
  expect(address.protocol).toBe('otpauth:');
  expect(decodeURIComponent(address.pathname)).toContain('瓦版  news:ada+x@example.com');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    secret: 'JBSWY3DP',
    issuer: '瓦版  news',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

test('secret is shown in groups of four', () => {
  expect(inGroups('JBSWY3DPEH')).toBe('JBSW Y3DP EH');
});
