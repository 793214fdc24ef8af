import { act, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { type AdminTag, adminTagApi } from '#contract/admin-tags.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { storeSession } from '#testing/fake-pool.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import * as tagList from '../tags/tag-list.route.tsx';
import {
  challengeWith,
  changeSessionElsewhere,
  endSession,
  field,
  PASSWORD,
  reject,
  storedTokens,
  submit,
  type,
} from './sign-in.fixtures.ts';

const TAGS = '/admin/tags/news';

function made(label: string): AdminTag {
  return {
    tagId: '01m8000000000000000000000a',
    serviceId: 'news',
    label,
    revision: 1,
    createdAt: '2026-11-01T00:00:00Z',
    postCount: 0,
  };
}

function open(options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(tagList, {
    ...{ path: 'tags/:serviceId', at: TAGS },
    ...options,
    api: (api) => api.answer(adminTagApi.list, []).answer(adminTagApi.create, ({ body }) => made(body.label)),
  });
}

async function openLost(options: Partial<ScreenOptions> = {}) {
  const opened = await open(options);
  const create = options.language === 'ja' ? '作成' : 'Create';
  await submit(opened, create);
  const form = within(await screen.findByRole('dialog'));
  await opened.user.type(form.getByRole('textbox'), 'Paper');
  endSession(opened);
  await opened.user.click(form.getByRole('button', { name: create }));
  return opened;
}

async function signInDialog(name = 'Sign in again') {
  return within(await screen.findByRole('dialog', { name }));
}

testInLanguages([
  ['en', 'Sign in again', 'Your session has ended. Sign in to continue. Nothing is lost.'],
  [
    ...(['ja', 'もう一度サインイン'] as const),
    'サインアウトされました。入力した内容は失われていません。もう一度サインインすると、続きから操作できます。',
  ],
] as const)('asks to sign in over the screen, in %s', async ([language, title, text]) => {
  const { api, address } = await openLost({ language });
  const dialog = await signInDialog(title);
  expect(dialog.getByText(text)).toBeTruthy();
  expect(dialog.getByDisplayValue('hokusai')).toBeTruthy();
  expect(address()).toBe(TAGS);
  expect(api.sent(adminTagApi.create)).toEqual([]);
});

test('repeats the call after signing in', async () => {
  const opened = await openLost();
  await signInDialog();
  await type(opened, 'Password', PASSWORD);
  await submit(opened, 'Sign in');
  await screen.findByText('Paper created');
  expect(opened.api.sent(adminTagApi.create)).toMatchObject([{ body: { label: 'Paper' } }]);
  expect(opened.address()).toBe(TAGS);
  expect(storedTokens()).toHaveLength(3);
});

test('repeats the call after MFA', async () => {
  const opened = await openLost({ pool: (pool) => challengeWith(pool, 'SOFTWARE_TOKEN_MFA') });
  await signInDialog();
  await type(opened, 'Password', PASSWORD);
  await submit(opened, 'Sign in');
  await screen.findByRole('heading', { name: 'Two-factor authentication' });
  await type(opened, 'One-time code or recovery code', '123456');
  await submit(opened, 'Verify and sign in');
  await screen.findByText('Paper created');
});

test('stays open when the password is wrong', async () => {
  const opened = await openLost();
  await signInDialog();
  reject(opened.pool, 'RespondToAuthChallenge', 'NotAuthorizedException', 'Incorrect username or password.');
  await type(opened, 'Password', 'not the password');
  await submit(opened, 'Sign in');
  await screen.findByText('Email or passwords do not match our records');
  expect(field('Password').value).toBe('not the password');
  expect(opened.api.sent(adminTagApi.create)).toEqual([]);
});

test('keeps the input when closed', async () => {
  const opened = await openLost();
  await signInDialog();
  await opened.user.keyboard('{Escape}');
  await screen.findByText('Required to auth');
  expect(screen.getByDisplayValue('Paper')).toBeTruthy();
  expect(opened.api.sent(adminTagApi.create)).toEqual([]);
});

test('closes when another tab signs in', async () => {
  await openLost();
  await signInDialog();
  // The other tab stores its tokens before the event arrives.
  storeSession();
  act(() => changeSessionElsewhere({ isSignedIn: true }));
  await screen.findByText('Paper created');
});

test('renews a rejected token automatically', async () => {
  const opened = await open();
  let rejections = 1;
  opened.api.answer(adminTagApi.create, ({ body }) => {
    if (rejections-- > 0) throw httpError(401);
    return made(body.label);
  });
  await submit(opened, 'Create');
  const form = within(await screen.findByRole('dialog'));
  await opened.user.type(form.getByRole('textbox'), 'Paper');
  await opened.user.click(form.getByRole('button', { name: 'Create' }));
  await screen.findByText('Paper created');
  expect(opened.pool.sent('InitiateAuth')).toMatchObject([{ AuthFlow: 'REFRESH_TOKEN_AUTH' }]);
  expect(screen.queryByRole('dialog', { name: 'Sign in again' })).toBeNull();
});

test('screen without a session redirects to sign-in', async () => {
  const { address } = await open({ isSignedIn: false });
  expect(address()).toBe('/admin/signin?redirect=%2Fadmin%2Ftags%2Fnews');
});

test('sign-out in another tab redirects to sign-in', async () => {
  const { address } = await open();
  history.replaceState(null, '', TAGS);
  onTestFinished(() => history.replaceState(null, '', '/'));
  act(() => changeSessionElsewhere({ isSignedIn: false }));
  await expect.poll(address).toBe('/admin/signin?redirect=%2Fadmin%2Ftags%2Fnews');
});

test('rejected refresh redirects and clears the session', async () => {
  const { address } = await openScreen(tagList, {
    ...{ path: 'tags/:serviceId', at: TAGS },
    pool: (pool) => reject(pool, 'InitiateAuth', 'NotAuthorizedException', 'Refresh Token has expired'),
    api: (api) =>
      api.answer(adminTagApi.list, () => {
        throw httpError(401);
      }),
  });
  expect(address()).toBe('/admin/signin?redirect=%2Fadmin%2Ftags%2Fnews');
  expect(storedTokens()).toEqual([]);
});
