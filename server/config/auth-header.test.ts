import { expect, test } from 'vitest';
import { loadConfig } from '../config.ts';
import { AuthHeaderName, AuthTokenPrefix } from './auth-header.ts';

const load = (environment: Record<string, string>) => loadConfig(environment, '/nonexistent');

test('tokens use the Authorization header with Bearer by default', async () => {
  const { site } = await load({});
  expect(site).toMatchObject({ adminAuthHeader: 'Authorization', adminAuthHeaderTokenPrefix: 'Bearer' });
});

test('environment overrides header and prefix', async () => {
  const { site } = await load({ ADMIN_AUTH_HEADER: 'X-Admin-Token', ADMIN_AUTH_HEADER_TOKEN_PREFIX: 'JWT' });
  expect(site).toMatchObject({ adminAuthHeader: 'X-Admin-Token', adminAuthHeaderTokenPrefix: 'JWT' });
});

test.for([
  'X Token',
  'X-Token:',
  'Token\u00e9',
  'Host',
  'cookie',
  'Set-Cookie',
  'Content-Type',
  'Connection',
  'Origin',
])('rejects the header %s at startup', async (name) => {
  await expect(load({ ADMIN_AUTH_HEADER: name })).rejects.toThrow(/^ADMIN_AUTH_HEADER must be letters, .+ not "/);
});

test.for(['Accept-Language', 'X-Forwarded-For', 'X-Kawaraban-Page', 'Sec-Token', 'If-None-Match', '__proto__', ''])(
  'site configuration rejects the header "%s"',
  (name) => {
    expect(AuthHeaderName.safeParse(name).success).toBe(false);
  },
);

test('prefix is one word, or empty in the file', async () => {
  await expect(load({ ADMIN_AUTH_HEADER_TOKEN_PREFIX: 'a b' })).rejects.toThrow(/^ADMIN_AUTH_HEADER_TOKEN_PREFIX must/);
  expect(AuthTokenPrefix.safeParse('').success).toBe(true);
});
