import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../config.ts';

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
