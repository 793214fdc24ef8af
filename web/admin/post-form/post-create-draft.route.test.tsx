import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { changeSessionElsewhere, endSession, PASSWORD } from '../sign-in/sign-in.fixtures.ts';
import {
  bodyText,
  CREATE,
  DETAIL,
  field,
  fill,
  openCreate,
  press,
  storeDraft,
  writeBody,
} from './post-form.fixtures.ts';

const FORM = 'post.news.new';
const draft = { title: 'Half a thought', slug: 'half', body: 'Typed before.' };

function draftKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith('kawaraban.draft.'));
}

function noticeOf(text: string): ReturnType<typeof within> {
  const notice = screen.getAllByRole('status', { hidden: true }).find(({ textContent }) => textContent?.includes(text));
  if (!notice) throw new Error(`No notice ${text}`);
  return within(notice);
}

testInLanguages([
  ['en', 'Unsaved changes restored from', 'Title', 'Body'],
  ['ja', '保存していなかった変更を復元しました：', 'タイトル', '本文'],
] as const)('restores unsaved text of an earlier page, in %s', async ([language, notice, title, body]) => {
  await storeDraft(FORM, draft);
  await openCreate({ language });
  expect((await screen.findByText(notice)).querySelector('time')).toBeTruthy();
  expect(field(title).value).toBe('Half a thought');
  expect(await bodyText(body)).toBe('Typed before.');
});

test('does not restore text of another account', async () => {
  await storeDraft(FORM, draft, { username: 'hiroshige' });
  await openCreate();
  expect(await bodyText()).toBe('');
  expect(screen.queryByText(/restored/)).toBeNull();
});

test('does not restore text of another service', async () => {
  await storeDraft('post.blog.new', draft);
  await openCreate();
  expect(await bodyText()).toBe('');
  expect(field('Title').value).toBe('');
});

test('discards restored text', async () => {
  await storeDraft(FORM, draft);
  const opened = await openCreate();
  await screen.findByText(/restored/);
  await press(opened, 'Discard');
  expect([field('Title').value, await bodyText()]).toEqual(['', '']);
  expect(screen.queryByText(/restored/)).toBeNull();
  expect(draftKeys()).toEqual([]);
});

test('stores typed text under the account and the form', async () => {
  await openCreate();
  fill('Title', 'Half a thought');
  await expect
    .poll(() => draftKeys().map((key) => key.split('~')[0]))
    .toEqual(['kawaraban.draft.hokusai.post.news.new']);
});

test('deletes the draft when the post is saved', async () => {
  await storeDraft(FORM, draft);
  const opened = await openCreate();
  await screen.findByText(/restored/);
  await press(opened, 'Save draft');
  await expect.poll(opened.address).toBe(DETAIL);
  expect(draftKeys()).toEqual([]);
});

test('asks to sign in after sign-out in another tab', async () => {
  const { address } = await openCreate();
  fill('Title', 'Half a thought');
  act(() => changeSessionElsewhere({ isSignedIn: false }));
  await screen.findByRole('dialog', { name: 'Sign in again' });
  expect(address()).toBe(CREATE);
  expect(field('Title').value).toBe('Half a thought');
});

test('continues the save after signing in again', async () => {
  const opened = await openCreate();
  fill('Title', 'After hours');
  fill('Slug', 'after-hours');
  await writeBody('Written before midnight.');
  endSession(opened);
  await press(opened, 'Save draft');
  await screen.findByRole('dialog', { name: 'Sign in again' });
  expect(opened.api.sent(adminPostApi.create)).toEqual([]);
  await opened.user.type(field('Password'), `${PASSWORD}{Enter}`);
  await expect.poll(opened.address).toBe(DETAIL);
  expect(opened.api.sent(adminPostApi.create)).toMatchObject([
    { body: { slug: 'after-hours', body: 'Written before midnight.' } },
  ]);
});

test('restores a replaced draft and keeps the current text', async () => {
  await storeDraft(FORM, { title: 'Replaced', body: 'Replaced body.' }, { isReplaced: true });
  const opened = await openCreate();
  await screen.findByText('Your own changes are kept in this browser.', { exact: false });
  fill('Title', 'Current');
  await press(opened, 'Restore');
  await expect.poll(() => field('Title').value).toBe('Replaced');
  expect(await bodyText()).toBe('Replaced body.');
  await screen.findByText('Your own changes are kept in this browser.', { exact: false });
  await press(opened, 'Restore');
  await expect.poll(() => field('Title').value).toBe('Current');
});

test('discards a replaced draft', async () => {
  await storeDraft(FORM, { title: 'Replaced' }, { isReplaced: true });
  const opened = await openCreate();
  await screen.findByText('Your own changes are kept in this browser.', { exact: false });
  await opened.user.click(noticeOf('Your own changes').getByRole('button', { name: 'Discard', hidden: true }));
  expect(screen.queryByText('Your own changes are kept', { exact: false })).toBeNull();
  expect(draftKeys()).toEqual([]);
});

test('compares other text with the form and takes chosen fields', async () => {
  await storeDraft(FORM, draft);
  await storeDraft(FORM, { title: 'Replaced', author: 'Hanako' }, { isReplaced: true });
  const opened = await openCreate();
  await screen.findByText(/restored/);
  await opened.user.click(noticeOf('Your own changes').getByRole('button', { name: 'View', hidden: true }));
  const dialog = within(await screen.findByRole('dialog', { name: 'View' }));
  const author = within(dialog.getByRole('radiogroup', { name: 'Author' }));
  expect(author.getByRole('radio', { name: 'In this form' })).toHaveProperty('checked', true);
  await opened.user.click(author.getByRole('radio', { name: 'Other version' }));
  await opened.user.click(dialog.getByRole('button', { name: 'Use selection' }));
  await expect.poll(() => field('Author').value).toBe('Hanako');
  expect(field('Title').value).toBe('Half a thought');
});
