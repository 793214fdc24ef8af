import { expect, test } from 'vitest';
import { loadConfig } from '../config.ts';
import { hostedOrigins } from './identity.ts';

const needed = {
  COGNITO_REGION: 'eu-west-1',
  COGNITO_USER_POOL_ID: 'eu-west-1_AbCdEf123',
  COGNITO_CLIENT_ID: '4v2abcdefghijklmnopqrstuvw',
};

const load = (environment: Record<string, string>) => loadConfig(environment, '/nonexistent');

const hostedPoolOf = async (environment: Record<string, string>) => (await load(environment)).hostedPool;

const problemsOf = (environment: Record<string, string>) =>
  load(environment).then(
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

const google = { OIDC_GOOGLE_ISSUER: 'https://accounts.google.com', OIDC_GOOGLE_CLIENT_ID: 'abc' };

test('no variables mean no provider', async () => {
  expect((await load({})).identity.providers).toEqual([]);
  expect((await load({ OIDC_GOOGLE_ISSUER: '', OIDC_GOOGLE_CLIENT_ID: '' })).identity.providers).toEqual([]);
});

test('variables name a provider, its label defaults to the name', async () => {
  expect((await load(google)).identity.providers).toEqual([
    {
      name: 'google',
      label: 'Google',
      issuer: 'https://accounts.google.com',
      clientId: 'abc',
      clientSecret: undefined,
    },
  ]);
});

test('reads any number of providers, ordered by name', async () => {
  const { identity } = await load({
    ...google,
    OIDC_GOOGLE_CLIENT_SECRET: 's3cret',
    OIDC_ACME2_ISSUER: 'http://localhost:4000/realm/',
    OIDC_ACME2_CLIENT_ID: 'kawaraban',
    OIDC_ACME2_LABEL: '社内アカウント',
  });
  expect(identity.providers).toMatchObject([
    { name: 'acme2', label: '社内アカウント', issuer: 'http://localhost:4000/realm/' },
    { name: 'google', clientSecret: 's3cret' },
  ]);
});

test.for([
  ['OIDC_GOOGLE_CLIENT_ID', { OIDC_GOOGLE_ISSUER: 'https://accounts.google.com' }],
  ['OIDC_GOOGLE_ISSUER', { OIDC_GOOGLE_CLIENT_ID: 'abc' }],
] as const)('rejects a provider without %s', async ([missing, environment]) => {
  expect(await problemsOf(environment)).toEqual([
    `${missing} must be set, too, for people to sign in with this provider.`,
  ]);
});

test.for([
  'http://accounts.example.com',
  'accounts.example.com',
  'https://accounts.example.com/?a=b',
  'https://accounts.example.com/.well-known/openid-configuration',
  'ftp://localhost',
])('rejects the issuer %s', async (issuer) => {
  const problems = await problemsOf({ ...google, OIDC_GOOGLE_ISSUER: issuer });
  expect(problems).toEqual([expect.stringMatching(/^OIDC_GOOGLE_ISSUER must be the https URL of the issuer/)]);
});

test.for(['OIDC_GOOGLE_CLIENTID', 'OIDC_google_ISSUER', 'OIDC_MY_IDP_ISSUER', 'OIDC_ISSUER'])(
  'rejects the misspelled variable %s',
  async (name) => {
    expect(await problemsOf({ ...google, [name]: 'x' })).toEqual([
      expect.stringMatching(new RegExp(`^${name} is no setting of a provider`)),
    ]);
  },
);

test('does not reveal an invalid secret', async () => {
  const problems = await problemsOf({ ...google, OIDC_GOOGLE_CLIENT_SECRET: 'two\nlines' });
  expect(problems).toEqual(['OIDC_GOOGLE_CLIENT_SECRET must be text of at most 2000 characters in one line.']);
});

test('rejects more than twenty providers', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 21 }, (_, index) => [
      [`OIDC_P${index}_ISSUER`, 'https://id.example.com'],
      [`OIDC_P${index}_CLIENT_ID`, 'x'],
    ]).flat(),
  );
  expect(await problemsOf(many)).toEqual(['OIDC_… must name at most 20 providers.']);
});
