import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../config.ts';
import { AuthHeaderName, AuthTokenPrefix } from './network.ts';

const nowhere = '/nonexistent';

test('disables shared caching by default', async () => {
  const { cdn } = await loadConfig({}, nowhere);
  expect(cdn).toEqual({ maxAgeSeconds: 0, staleSeconds: 0, purge: undefined });
});

test('reads every variable', async () => {
  const { cdn } = await loadConfig(
    {
      CDN_MAX_AGE: '300',
      CDN_STALE_WHILE_REVALIDATE: '30',
      CDN_PURGE_URL: 'https://purge.example/hook?zone=1',
      CDN_PURGE_TOKEN: 'abc',
    },
    nowhere,
  );
  const purge = { url: 'https://purge.example/hook?zone=1', token: 'abc' };
  expect(cdn).toEqual({ maxAgeSeconds: 300, staleSeconds: 30, purge });
});

test.each([
  { CDN_MAX_AGE: '-1' },
  { CDN_MAX_AGE: '5m' },
  { CDN_STALE_WHILE_REVALIDATE: '99999999999' },
  { CDN_PURGE_URL: 'purge.example' },
  { CDN_PURGE_URL: 'https://me:secret@purge.example/' },
  { CDN_PURGE_TOKEN: 'abc' },
  { CDN_PURGE_URL: 'https://purge.example', CDN_PURGE_TOKEN: 'two words' },
])('rejects %j without revealing secrets', async (environment) => {
  const error = await loadConfig(environment, nowhere).then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(ConfigError);
  expect(error.message).toMatch(/^CDN_/);
  expect(error.message).not.toMatch(/secret|two words/);
});

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
