import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { poolUnreachable } from '#testing/fake-pool.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import {
  changeSessionElsewhere,
  field,
  PASSWORD,
  reject,
  signIn,
  storedTokens,
  submit,
  type,
} from './sign-in.fixtures.ts';
import * as route from './sign-in.route.tsx';

const WORDS = {
  en: {
    ...{ title: 'Admin Sign In – Kawaraban', username: 'Email or username', password: 'Password' },
    ...{ submit: 'Sign in', required: 'Input required', email: 'Email is not valid', short: 'At least 6 characters' },
    ...{ forgot: 'Forgot your password?', mismatch: 'Email or passwords do not match our records' },
  },
  ja: {
    ...{
      title: '管理画面にサインイン – Kawaraban',
      username: 'メールアドレスまたはユーザー名',
      password: 'パスワード',
    },
    ...{ submit: 'サインイン', required: '入力してください', short: '6文字以上で入力してください' },
    ...{ email: 'メールアドレスの形式が正しくありません', forgot: 'パスワードをお忘れですか？' },
    mismatch: 'メールアドレスまたはパスワードが登録内容と一致しません',
  },
} as const;
const LANGUAGES = ['en', 'ja'] as const;

function open(options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    ...{ path: 'signin', at: '/admin/signin', isSignedIn: false, isFramed: false },
    ...options,
  });
}

async function alertText(): Promise<string | undefined> {
  return (await screen.findByRole('alert')).textContent?.trim();
}

testInLanguages(LANGUAGES)('shows the form, in %s', async (language) => {
  const words = WORDS[language];
  await open({ language });
  expect(document.title).toBe(words.title);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(words.title.split(' – ')[0]);
  expect(field(words.username).autocomplete).toBe('username');
  expect(field(words.password)).toMatchObject({ type: 'password', autocomplete: 'current-password' });
  expect(screen.getByRole('button', { name: words.submit })).toHaveProperty('disabled', false);
  expect(screen.getByRole('link', { name: words.forgot }).getAttribute('href')).toBe('/signin/forgot');
});

testInLanguages(LANGUAGES)('validates fields on blur, in %s', async (language) => {
  const words = WORDS[language];
  const opened = await open({ language });
  await type(opened, words.username, 'ada@nowhere');
  await type(opened, words.password, '12345');
  await opened.user.click(field(words.username));
  await screen.findByText(words.email);
  await screen.findByText(words.short);
  expect(field(words.password).getAttribute('aria-invalid')).toBe('true');
  await type(opened, words.username, '');
  await opened.user.click(field(words.password));
  await screen.findByText(words.required);
});

test('empty form sends nothing', async () => {
  const opened = await open();
  await submit(opened, 'Sign in');
  expect(await screen.findAllByText('Input required')).toHaveLength(2);
  expect(document.activeElement).toBe(field('Email or username'));
  expect(opened.pool.sent('InitiateAuth')).toEqual([]);
});

test('signs in by SRP and opens the console', async () => {
  const opened = await open();
  await signIn(opened, { username: ' hokusai ' });
  await expect.poll(opened.address).toBe('/admin');
  const sent = [...opened.pool.sent('InitiateAuth'), ...opened.pool.sent('RespondToAuthChallenge')];
  expect(sent).toMatchObject([
    { AuthFlow: 'USER_SRP_AUTH', ClientId: 'kawaraban', AuthParameters: { USERNAME: 'hokusai' } },
    { ChallengeName: 'PASSWORD_VERIFIER' },
  ]);
  expect(JSON.stringify(sent)).not.toContain(PASSWORD);
  const stored = (name: string) => `CognitoIdentityServiceProvider.kawaraban.hokusai.${name}`;
  expect(storedTokens().toSorted()).toEqual(['accessToken', 'idToken', 'refreshToken'].map(stored));
});

test.for([
  ['/admin/services', '/admin/services'],
  ['/admin/posts/news?page=2', '/admin/posts/news?page=2'],
  ['//example.com', '/admin'],
  ['https://example.com/admin', '/admin'],
  ['/\\example.com', '/admin'],
  ['/posts/news', '/admin'],
  ['/admin/signout', '/admin'],
] as const)('redirect parameter %s leads to %s', async ([redirect, target]) => {
  const opened = await open({ at: `/admin/signin?${new URLSearchParams({ redirect })}`, isSignedIn: true });
  await expect.poll(opened.address).toBe(target);
});

test('opens the requested screen after signing in', async () => {
  const opened = await open({ at: '/admin/signin?redirect=%2Fadmin%2Fservices%2Fcreate' });
  await signIn(opened);
  await expect.poll(opened.address).toBe('/admin/services/create');
});

test('follows another tab that signs in', async () => {
  const { address } = await open({ at: '/admin/signin?redirect=%2Fadmin%2Fservices' });
  act(() => changeSessionElsewhere({ isSignedIn: true }));
  await expect.poll(address).toBe('/admin/services');
});

testInLanguages(LANGUAGES)('rejects a wrong password and keeps the name, in %s', async (language) => {
  const words = WORDS[language];
  const opened = await open({ language });
  reject(opened.pool, 'RespondToAuthChallenge', 'NotAuthorizedException', 'Incorrect username or password.');
  await type(opened, words.username, 'hokusai');
  await type(opened, words.password, 'not the password');
  await submit(opened, words.submit);
  expect(await alertText()).toBe(words.mismatch);
  expect(field(words.username).value).toBe('hokusai');
  await opened.user.type(field(words.password), '!');
  expect(screen.queryByText(words.mismatch)).toBeNull();
});

test.for([
  ['UserNotFoundException', 'Refused', 'Email or passwords do not match our records'],
  ['NotAuthorizedException', 'Password attempts exceeded', 'Too many attempts. Please wait a moment and try again.'],
  ['NotAuthorizedException', 'User is disabled.', 'This account has been disabled. Contact an admin.'],
  ['TooManyRequestsException', 'Refused', 'Too many attempts. Please wait a moment and try again.'],
  ['InternalErrorException', 'Refused', 'Sign In failed'],
] as const)('reports the error %s, %s', async ([code, message, text]) => {
  const opened = await open();
  reject(opened.pool, 'RespondToAuthChallenge', code, message);
  await signIn(opened);
  expect(await alertText()).toBe(text);
  expect(opened.address()).toBe('/admin/signin');
});

test('reports an unreachable user pool', async () => {
  const opened = await open();
  opened.pool.answer('InitiateAuth', () => {
    throw poolUnreachable();
  });
  await signIn(opened);
  expect(await alertText()).toBe('Network error. Please check your connection and try again.');
});

test('reset password links to the code page', async () => {
  const opened = await open();
  reject(opened.pool, 'RespondToAuthChallenge', 'PasswordResetRequiredException');
  await signIn(opened, { username: 'ada@example.com' });
  const link = await screen.findByRole('link', { name: 'Enter code' });
  expect(link.getAttribute('href')).toBe('/signin/reset?username=ada%40example.com');
});

test('shows the password on request', async () => {
  const opened = await open();
  await type(opened, 'Password', PASSWORD);
  await opened.user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field('Password').type).toBe('text');
});

test('offers third-party providers', async () => {
  await open({ providers: [{ name: 'Google', label: 'Google' }] });
  expect(screen.getByText('Or sign in with')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sign in with Google' })).toBeTruthy();
});
