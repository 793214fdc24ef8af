import { expect, onTestFinished, test, vi } from 'vitest';
import { accountApi } from '#contract/account.ts';
import { siteConfigApi } from '#contract/site-config.ts';
import { ACCOUNT, replaceFetch, SITE_CONFIG } from '#testing/console-screen.tsx';
import { fakeApi } from '#testing/fake-api.ts';
import { CLIENT_ID, type FakePool, fakePool, storeSession, USERNAME } from '#testing/fake-pool.ts';
import { consoleConfig } from './console-config.ts';
import { sessionCall } from './session.ts';
import { signUp } from './sign-up.ts';

async function openSession(): Promise<FakePool> {
  const api = fakeApi().answer(siteConfigApi.read, SITE_CONFIG).answer(accountApi.read, ACCOUNT);
  const pool = fakePool();
  const restoreFetch = replaceFetch(api, pool);
  onTestFinished(() => {
    localStorage.clear();
    restoreFetch();
  });
  storeSession();
  Object.assign(await consoleConfig(), SITE_CONFIG);
  return pool;
}

test('calls send the access token as Authorization: Bearer', async () => {
  await openSession();
  const prefix = `CognitoIdentityServiceProvider.${CLIENT_ID}.${USERNAME}`;
  for (const name of ['idToken', 'refreshToken']) localStorage.setItem(`${prefix}.${name}`, name);
  const fetch = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetch.mockRestore());
  await sessionCall(accountApi.read, {});
  const [request] = fetch.mock.calls[0] as [Request];
  expect(request.headers.get('authorization')).toBe(`Bearer ${localStorage.getItem(`${prefix}.accessToken`)}`);
});

test.for([
  ['Ada', 'Ada'],
  ['', 'ada@example.com'],
] as const)('sign-up sends name, email and updated_at: %j', async ([name, sent]) => {
  const pool = await openSession();
  pool.answer('SignUp', () => ({ UserSub: 'ada' }));
  await signUp({ email: 'ada@example.com', password: 'under the wave', name });
  expect(pool.sent('SignUp')).toMatchObject([
    {
      UserAttributes: [
        { Name: 'name', Value: sent },
        { Name: 'email', Value: 'ada@example.com' },
        { Name: 'updated_at', Value: expect.stringMatching(/^\d{10}$/) },
      ],
    },
  ]);
});
