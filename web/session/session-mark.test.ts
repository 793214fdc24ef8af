import { expect, onTestFinished, test, vi } from 'vitest';
import { markSession, readSessionMark, sessionMarkScript } from './session-mark.ts';

const PREFIX = 'CognitoIdentityServiceProvider.client';

function stored(items: Readonly<Record<string, string>>): Pick<Storage, 'getItem'> {
  return { getItem: (key) => items[key] ?? null };
}

function tokenWith(claims: unknown): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
}

test('signed-in state follows the last user in storage', () => {
  expect(readSessionMark('client', stored({ [`${PREFIX}.LastAuthUser`]: 'ada' })).isSignedIn).toBe(true);
  expect(readSessionMark('client', stored({})).isSignedIn).toBe(false);
  expect(readSessionMark('other', stored({ [`${PREFIX}.LastAuthUser`]: 'ada' })).isSignedIn).toBe(false);
});

test.for([
  ['admin', true],
  ['editor', true],
  ['viewer', true],
  ['normal', false],
  ['', false],
] as const)('role %j shows the console link: %s', ([role, isForConsole]) => {
  const storage = stored({
    [`${PREFIX}.LastAuthUser`]: 'ada',
    [`${PREFIX}.ada.idToken`]: tokenWith({ name: '瓦版', 'custom:role': role }),
  });
  expect(readSessionMark('client', storage)).toEqual({ isSignedIn: true, isForConsole });
});

test('marks the page of a console user until sign-out', () => {
  const dataset: Record<string, string> = {};
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('document', { documentElement: { dataset } });
  const idToken = tokenWith({ 'custom:role': 'viewer' });
  vi.stubGlobal('localStorage', stored({ [`${PREFIX}.LastAuthUser`]: 'ada', [`${PREFIX}.ada.idToken`]: idToken }));
  markSession('client');
  expect(dataset).toEqual({ session: 'in', console: '' });
  vi.stubGlobal('localStorage', stored({}));
  markSession('client');
  expect(dataset).toEqual({ session: 'out' });
});

test.for(['', 'x', 'a.b.c', tokenWith(null)])('unreadable tokens hide the console link: %j', (idToken) => {
  const storage = stored({ [`${PREFIX}.LastAuthUser`]: 'ada', [`${PREFIX}.ada.idToken`]: idToken });
  expect(readSessionMark('client', storage).isForConsole).toBe(false);
});

test('client id cannot close the inline script', () => {
  expect(sessionMarkScript('</script><script>alert(1)')).not.toContain('</script>');
});
