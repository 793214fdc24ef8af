import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { poolError } from '#testing/fake-pool.ts';
import { challengeWith, field, reject, signIn, submit, type } from './sign-in.fixtures.ts';
import * as route from './sign-in.route.tsx';

const CODE = 'One-time code or recovery code';

async function openStep(challenge: string, options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  const opened = await openScreen(route, {
    ...{ path: 'signin', at: '/admin/signin', isSignedIn: false, isFramed: false },
    ...{ pool: (pool) => challengeWith(pool, challenge), ...options },
  });
  await signIn(opened);
  return opened;
}

function descriptionOf(input: HTMLInputElement): string {
  const ids = (input.getAttribute('aria-describedby') ?? '').split(' ');
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

function lastCode({ pool }: OpenScreen): unknown {
  const { ChallengeResponses } = pool.sent('RespondToAuthChallenge').at(-1) ?? {};
  return (ChallengeResponses as Record<string, string> | undefined)?.SOFTWARE_TOKEN_MFA_CODE;
}

test('replaces a temporary password', async () => {
  const opened = await openStep('NEW_PASSWORD_REQUIRED');
  await screen.findByRole('heading', { name: 'Set a new password' });
  expect(document.activeElement).toBe(field('New password'));
  await type(opened, 'New password', 'short');
  await type(opened, 'Confirm new password', 'other');
  await submit(opened, 'Set password and sign in');
  await screen.findByText('Passwords do not match');
  expect(field('New password').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field('New password'));
  expect(opened.pool.sent('RespondToAuthChallenge')).toHaveLength(1);

  await type(opened, 'New password', 'carved in cherry wood');
  await type(opened, 'Confirm new password', 'carved in cherry wood');
  await screen.findByText(/Strong/i);
  await submit(opened, 'Set password and sign in');
  await expect.poll(opened.address).toBe('/admin');
  await screen.findByText('Password updated');
  expect(opened.pool.sent('RespondToAuthChallenge')).toMatchObject([
    { ChallengeName: 'PASSWORD_VERIFIER' },
    { ChallengeName: 'NEW_PASSWORD_REQUIRED', ChallengeResponses: { NEW_PASSWORD: 'carved in cherry wood' } },
  ]);
});

test('can retry a rejected new password', async () => {
  const opened = await openStep('NEW_PASSWORD_REQUIRED');
  await screen.findByRole('heading', { name: 'Set a new password' });
  reject(opened.pool, 'RespondToAuthChallenge', 'InvalidPasswordException');
  await type(opened, 'New password', 'password');
  await type(opened, 'Confirm new password', 'password');
  await submit(opened, 'Set password and sign in');
  await screen.findByText('This password is too easy to guess. Choose another one.');
  await submit(opened, 'Back');
  expect(field('Password').value).toBe('');
});

test.for([
  ['', 'Input required'],
  ['12', 'Enter six digits or a recovery code such as abcd-2345'],
] as const)('rejects the code “%s”', async ([code, fieldError]) => {
  const opened = await openStep('SOFTWARE_TOKEN_MFA');
  await screen.findByRole('heading', { name: 'Two-factor authentication' });
  expect(document.activeElement).toBe(field(CODE));
  await type(opened, CODE, code);
  await submit(opened, 'Verify and sign in');
  expect(descriptionOf(field(CODE))).toContain(fieldError);
  expect(document.activeElement).toBe(field(CODE));
  expect(opened.pool.sent('RespondToAuthChallenge')).toHaveLength(1);
});

test.for([
  ['a one-time code', '123456', '123456'],
  ['a one-time code in full width', '１２３ ４５６', '123456'],
  ['a recovery code', 'abcd-2345', 'abcd-2345'],
  ['a recovery code in capitals without hyphen', 'ABCD2345', 'abcd-2345'],
] as const)('%s signs in', async ([, typed, sent]) => {
  const opened = await openStep('SOFTWARE_TOKEN_MFA');
  await screen.findByRole('heading', { name: 'Two-factor authentication' });
  await type(opened, CODE, typed);
  await submit(opened, 'Verify and sign in');
  await expect.poll(opened.address).toBe('/admin');
  expect(lastCode(opened)).toBe(sent);
});

test.for([
  ['CodeMismatchException', 'This code is wrong or has already been used'],
  ['NotAuthorizedException', 'That took too long. Please start again.'],
  ['ExpiredCodeException', 'This code has expired. Request a new one.'],
] as const)('shows %s below the code', async ([code, text]) => {
  const opened = await openStep('SOFTWARE_TOKEN_MFA');
  await screen.findByRole('heading', { name: 'Two-factor authentication' });
  reject(opened.pool, 'RespondToAuthChallenge', code);
  await type(opened, CODE, '000000');
  await submit(opened, 'Verify and sign in');
  expect((await screen.findByRole('alert')).textContent?.trim()).toBe(text);
  expect(document.activeElement).toBe(field(CODE));
});

test('sets up an app for an account without one', async () => {
  const opened = await openStep('MFA_SETUP', {
    pool: (pool) => {
      challengeWith(pool, 'MFA_SETUP');
      pool
        .answer('AssociateSoftwareToken', () => ({ SecretCode: 'ABCDEFGH2345', Session: 'second' }))
        .answer('VerifySoftwareToken', ({ UserCode }) => {
          if (UserCode !== '123456') throw poolError('EnableSoftwareTokenMFAException');
          return { Session: 'third', Status: 'SUCCESS' };
        });
    },
  });
  await screen.findByRole('heading', { name: 'Set up an authenticator app' });
  await screen.findByRole('img', { name: 'QR code for the authenticator app' });
  expect(screen.getByText('ABCD EFGH 2345')).toBeTruthy();
  await type(opened, 'One-time code', '000000');
  await submit(opened, 'Verify and sign in');
  expect((await screen.findByRole('alert')).textContent?.trim()).toBe('This code is wrong or has already been used');
  await type(opened, 'One-time code', '123456');
  await submit(opened, 'Verify and sign in');
  await expect.poll(opened.address).toBe('/admin');
});

test('reports an unsupported step', async () => {
  await openStep('SMS_MFA');
  await screen.findByText('Your account uses a sign-in method that the console does not support.');
});

test('verifies an unverified address by email code', async () => {
  let isVerified = false;
  const opened = await openStep('', {
    pool: (pool) =>
      pool
        .answer('RespondToAuthChallenge', (_, byDefault) => {
          if (!isVerified) throw poolError('UserNotConfirmedException');
          return byDefault();
        })
        .answer('ResendConfirmationCode', () => ({}))
        .answer('ConfirmSignUp', () => {
          isVerified = true;
          return {};
        }),
  });
  await screen.findByRole('heading', { name: 'Verify your email' });
  await submit(opened, 'Resend email');
  await screen.findByText('Email sent');
  expect(opened.pool.sent('ResendConfirmationCode')).toMatchObject([{ ClientId: 'kawaraban', Username: 'hokusai' }]);
  await type(opened, 'Code from the email', '123456');
  await submit(opened, 'Verify and sign in');
  await expect.poll(opened.address).toBe('/admin');
  expect(opened.pool.sent('ConfirmSignUp')).toMatchObject([{ Username: 'hokusai', ConfirmationCode: '123456' }]);
});

test('Back returns to the first step without the password', async () => {
  const opened = await openStep('SOFTWARE_TOKEN_MFA');
  await screen.findByRole('heading', { name: 'Two-factor authentication' });
  await submit(opened, 'Back');
  expect(field('Password').value).toBe('');
});
