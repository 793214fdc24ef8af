import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../config.ts';

const nowhere = '/nonexistent';

test('no cache on the way may hold anything unless that is set', async () => {
  const { cdn } = await loadConfig({}, nowhere);
  expect(cdn).toEqual({ maxAgeSeconds: 0, staleSeconds: 0, purge: undefined });
});

test('each name is honoured', async () => {
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
])('%j cannot be right, and says so without telling a secret', async (environment) => {
  const error = await loadConfig(environment, nowhere).then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(ConfigError);
  expect(error.message).toMatch(/^CDN_/);
  expect(error.message).not.toMatch(/secret|two words/);
});
