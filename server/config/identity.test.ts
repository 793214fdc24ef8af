import { expect, test } from 'vitest';
import { loadConfig } from '../config.ts';
import { hostedOrigins } from './identity.ts';

const needed = {
  COGNITO_REGION: 'eu-west-1',
  COGNITO_USER_POOL_ID: 'eu-west-1_AbCdEf123',
  COGNITO_CLIENT_ID: '4v2abcdefghijklmnopqrstuvw',
};

const hostedPoolOf = async (environment: Record<string, string>) =>
  (await loadConfig(environment, '/nonexistent')).hostedPool;

const problemsOf = (environment: Record<string, string>) =>
  loadConfig(environment, '/nonexistent').then(
    () => [],
    ({ problems }) => problems,
  );

test('no variables mean no hosted pool', async () => {
  expect(await hostedPoolOf({})).toBeUndefined();
});

test('endpoint defaults to that of the region', async () => {
  expect(await hostedPoolOf(needed)).toEqual({
    region: 'eu-west-1',
    userPoolId: 'eu-west-1_AbCdEf123',
    clientId: '4v2abcdefghijklmnopqrstuvw',
    endpoint: 'https://cognito-idp.eu-west-1.amazonaws.com',
    adminEndpoint: 'https://cognito-idp.eu-west-1.amazonaws.com',
    domain: undefined,
    providers: [],
  });
});

test('endpoints can be set, the admin one separately', async () => {
  const given = { COGNITO_ENDPOINT: 'http://localhost:9229/', COGNITO_DOMAIN: 'https://auth.example.org' };
  expect(await hostedPoolOf({ ...needed, ...given, COGNITO_PROVIDERS: 'Google, Line' })).toMatchObject({
    endpoint: 'http://localhost:9229',
    adminEndpoint: 'http://localhost:9229',
    domain: 'https://auth.example.org',
    providers: ['Google', 'Line'],
  });
  const apart = { COGNITO_ADMIN_ENDPOINT: 'http://localhost:9230' };
  expect(await hostedPoolOf({ ...needed, ...given, ...apart })).toMatchObject({
    adminEndpoint: 'http://localhost:9230',
  });
});

test('content security policy lists each origin once', async () => {
  const origin = 'https://auth.example.org';
  const pool = await hostedPoolOf({ ...needed, COGNITO_ENDPOINT: `${origin}/pool`, COGNITO_DOMAIN: origin });
  expect(hostedOrigins(pool)).toEqual([origin]);
  expect(hostedOrigins(undefined)).toEqual([]);
});

test('rejects a pool id longer than 55 characters', async () => {
  const id = (length: number) => `eu-west-1_${'a'.repeat(length - 10)}`;
  expect(await hostedPoolOf({ ...needed, COGNITO_USER_POOL_ID: id(55) })).toBeDefined();
  const [problem, ...others] = await problemsOf({ ...needed, COGNITO_USER_POOL_ID: id(56) });
  expect(problem).toMatch(/^COGNITO_USER_POOL_ID must be a user pool’s id of at most 55 characters/);
  expect(others).toEqual([]);
});

test('incomplete settings name the missing variables', async () => {
  expect(await problemsOf({ COGNITO_REGION: 'eu-west-1' })).toEqual([
    'COGNITO_USER_POOL_ID and COGNITO_CLIENT_ID must be set, too, for a hosted user pool.',
  ]);
  expect(await problemsOf({ COGNITO_DOMAIN: 'https://auth.example.org' })).toHaveLength(1);
});
