import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../config.ts';

const load = (environment: Record<string, string>) => loadConfig(environment, '/nonexistent');

async function problemsOf(environment: Record<string, string>): Promise<readonly string[]> {
  const error = await load(environment).catch((error: unknown) => error);
  return error instanceof ConfigError ? error.problems : [];
}

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
  expect(problems).toEqual([expect.stringMatching(/^OIDC_GOOGLE_ISSUER must be the issuer’s https address/)]);
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
