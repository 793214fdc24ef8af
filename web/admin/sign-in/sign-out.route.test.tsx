import { act, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { poolUnreachable } from '#testing/fake-pool.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { storedTokens } from './sign-in.fixtures.ts';
import * as route from './sign-out.route.tsx';

function open(options: Partial<ScreenOptions> = {}) {
  return openScreen(route, { ...{ path: 'signout', at: '/admin/signout', isFramed: false }, ...options });
}

testInLanguages([
  ['en', 'Signed out'],
  ['ja', 'サインアウトしました'],
] as const)('ends the session and redirects, in %s', async ([language, notice]) => {
  const { address, pool } = await open({ language });
  await expect.poll(address).toBe('/admin/signin');
  await screen.findByText(notice);
  expect(storedTokens()).toEqual([]);
  expect(pool.sent('RevokeToken')).toMatchObject([{ ClientId: 'kawaraban' }]);
});

test('clears the session when the user pool is down', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { address, pool } = await open({
    isLoading: true,
    pool: (each) =>
      each.answer('RevokeToken', () => {
        throw poolUnreachable();
      }),
  });
  await expect.poll(() => pool.sent('RevokeToken')).toHaveLength(1);
  expect(storedTokens()).not.toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(5000));
  await expect.poll(address).toBe('/admin/signin');
  expect(storedTokens()).toEqual([]);
});
test('redirects to sign-in without a session', async () => {
  const { address, pool } = await open({ isSignedIn: false });
  await expect.poll(address).toBe('/admin/signin');
  expect(pool.sent('RevokeToken')).toEqual([]);
});
