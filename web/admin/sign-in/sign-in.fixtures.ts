import { screen } from '@testing-library/react';
import type { OpenScreen } from '#testing/console-screen.tsx';
import type { FakePool } from '#testing/fake-pool.ts';

export { endSession, reject } from '#testing/fake-pool.ts';

export const PASSWORD = 'the great wave';

export async function signIn(opened: OpenScreen, { username = 'hokusai', password = PASSWORD } = {}): Promise<void> {
  await type(opened, 'Email or username', username);
  await type(opened, 'Password', password);
  await submit(opened, 'Sign in');
}

export function field(label: string): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' });
}

export async function type({ user }: OpenScreen, label: string, text: string): Promise<void> {
  await user.clear(field(label));
  if (text !== '') await user.paste(text);
}

export async function submit({ user }: OpenScreen, name: string): Promise<void> {
  await user.click(screen.getByRole('button', { name }));
}

export function challengeWith(pool: FakePool, ChallengeName: string): void {
  pool.answer('RespondToAuthChallenge', (sent, byDefault) => {
    if (sent.ChallengeName !== 'PASSWORD_VERIFIER') return byDefault();
    const ChallengeParameters = { USER_ID_FOR_SRP: 'hokusai', userAttributes: '{}', requiredAttributes: '[]' };
    return { ChallengeName, Session: 'first', ChallengeParameters };
  });
}

export function storedTokens(): string[] {
  return Object.keys(localStorage).filter((key) => key.endsWith('Token'));
}

export function changeSessionElsewhere({ isSignedIn }: { readonly isSignedIn: boolean }): void {
  const [oldValue, newValue] = isSignedIn ? [null, 'hokusai'] : ['hokusai', null];
  const key = 'CognitoIdentityServiceProvider.kawaraban.LastAuthUser';
  window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }));
}
