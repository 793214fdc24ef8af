import { act, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { messages } from '#contract/errors.ts';
import { workingCopyApi } from '#contract/working-copies.ts';
import type { OpenScreen } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { adminPost } from '../posts/post.fixtures.ts';
import {
  bodyText,
  type EditOptions,
  field,
  fill,
  openEdit,
  POST_ID,
  press,
  storeDraft,
  workingCopy,
  writeBody,
} from './post-form.fixtures.ts';

const AUTOSAVE_MS = 3000;

function openWithTimers(options: EditOptions = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  return openEdit(options);
}

async function pause(milliseconds = AUTOSAVE_MS): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

testInLanguages([
  ['en', 'Unsaved changes restored from', 'Title', 'Body'],
  ['ja', '保存していなかった変更を復元しました：', 'タイトル', '本文'],
] as const)('opens with the working copy, in %s', async ([language, notice, title, body]) => {
  const content = { title: 'Typed elsewhere', body: 'New text.' };
  await openWithTimers({ language, copy: workingCopy({ content }) });
  const shown = await screen.findByText(notice);
  expect(shown.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-05T12:00:00Z');
  expect([field(title).value, await bodyText(body)]).toEqual(['Typed elsewhere', 'New text.']);
});

test('restores a language that is no language tag', async () => {
  await openWithTimers({ copy: workingCopy({ content: { language: 'ja_JP' } }) });
  expect(screen.getByDisplayValue('ja_JP')).toBeTruthy();
});

test('opens the saved post when the working copy equals it', async () => {
  await openWithTimers({ copy: workingCopy({ content: { title: 'A tour' } }) });
  expect(await bodyText()).toBe('Along the *river*.');
  expect(screen.queryByText(/Unsaved changes restored from/)).toBeNull();
});

test('prefers the browser draft to an older working copy', async () => {
  await storeDraft(`post.news.${POST_ID}`, { title: 'Typed here', revision: 3 });
  await openWithTimers({ copy: workingCopy({ updatedAt: '2020-11-05T12:00:00Z' }) });
  await screen.findByText(/^Unsaved changes restored from/);
  expect(field('Title').value).toBe('Typed here');
});

test('discards the working copy', async () => {
  const opened = await openWithTimers({ copy: workingCopy() });
  await screen.findByText(/Unsaved changes restored from/);
  await press(opened, 'Discard');
  expect(screen.queryByText(/Unsaved changes restored from/)).toBeNull();
  expect(field('Title').value).toBe('A tour');
  await expect.poll(() => opened.api.sent(workingCopyApi.delete)).toHaveLength(1);
});

test('warns that the post was saved after the working copy', async () => {
  await openWithTimers({ post: adminPost({ revision: 4 }), copy: workingCopy({ isStale: true }) });
  await screen.findByText('The post has been saved since then. When you save, you can compare both versions.');
});

test('saves the working copy with its base revision', async () => {
  const opened = await openWithTimers({ post: adminPost({ revision: 4 }), copy: workingCopy({ isStale: true }) });
  await screen.findByText(/Unsaved changes restored from/);
  await press(opened, 'Save draft');
  await screen.findByText('Edit completed');
  expect(opened.api.sent(adminPostApi.update)).toMatchObject([{ body: { title: 'Typed elsewhere', revision: 3 } }]);
});

testInLanguages([
  ['en', 'Title', /^Autosaved \d{2}:\d{2}$/],
  ['ja', 'タイトル', /^\d{2}:\d{2}に自動保存しました$/],
] as const)('autosaves after a pause, in %s', async ([language, title, saved]) => {
  const { api } = await openWithTimers({ language });
  fill(title, 'Typed');
  expect(api.sent(workingCopyApi.put)).toEqual([]);
  await pause();
  expect((await screen.findByText(saved)).getAttribute('role')).toBe('status');
  expect(api.sent(workingCopyApi.put)).toMatchObject([
    { params: { serviceId: 'news', idOrSlug: POST_ID }, body: { title: 'Typed', baseRevision: 3 } },
  ]);
});

test('autosaves the body', async () => {
  const { api } = await openWithTimers();
  await writeBody('New text.');
  await pause();
  await screen.findByText(/^Autosaved/);
  expect(api.sent(workingCopyApi.put)).toMatchObject([{ body: { body: 'New text.', bodyFormat: 'markdown' } }]);
});

test('deletes the working copy when the text is typed back', async () => {
  const { api } = await openWithTimers();
  fill('Title', 'Typed');
  await pause();
  await screen.findByText(/^Autosaved/);
  fill('Title', 'A tour');
  await pause();
  await expect.poll(() => api.sent(workingCopyApi.delete)).toHaveLength(1);
  expect(screen.queryByText(/^Autosaved/)).toBeNull();
});

test('reports a failed autosave and retries', async () => {
  const opened = await openWithTimers();
  opened.api.answer(workingCopyApi.put, () => {
    throw httpError(0);
  });
  fill('Title', 'Typed');
  await pause();
  await screen.findByText(/^Autosave failed/);
  expect(
    screen
      .queryAllByRole('alert', { hidden: true })
      .map(({ textContent }) => textContent)
      .join(''),
  ).toBe('');
  opened.api.answer(workingCopyApi.put, workingCopy());
  await pause(10_000);
  await screen.findByText(/^Autosaved/);
});

test('autosaves on the new revision after Ctrl+S', async () => {
  const opened = await openWithTimers();
  fill('Title', 'Saved');
  await opened.user.keyboard('{Control>}s{/Control}');
  await screen.findByText('Edit completed');
  fill('Title', 'Typed after it');
  await pause();
  await screen.findByText(/^Autosaved/);
  expect(opened.api.sent(workingCopyApi.put).at(-1)).toMatchObject({
    body: { baseRevision: 4, title: 'Typed after it' },
  });
});

test('deletes the working copy when the form is left deliberately', async () => {
  const opened = await openWithTimers({ copy: workingCopy() });
  await screen.findByText(/Unsaved changes restored from/);
  await opened.user.click(screen.getByRole('link', { name: 'Cancel', hidden: true }));
  await opened.user.click(await screen.findByRole('button', { name: 'Leave' }));
  await expect.poll(opened.address).toBe('/admin/posts/news');
  await expect.poll(() => opened.api.sent(workingCopyApi.delete)).toHaveLength(1);
});

function answerNewer({ api }: OpenScreen): void {
  let kept = workingCopy({ revision: 2, content: { title: 'Typed in another window' } });
  api.answer(workingCopyApi.put, ({ body: { baseRevision, revision, ...content } }) => {
    if (revision !== kept.revision) throw httpError(409, { message: messages.staleRevision, current: kept });
    kept = workingCopy({ baseRevision, revision: revision + 1, content });
    return kept;
  });
}

const revisionsSent = ({ api }: OpenScreen) => api.sent(workingCopyApi.put).map(({ body }) => body.revision);

testInLanguages([
  ['en', 'Title', /^Autosave is paused\./, 'Keep my changes', /^Autosaved \d/],
  ['ja', 'タイトル', /^自動保存を停止しました。/, 'この画面の内容を残す', /に自動保存しました$/],
] as const)('keeps own text after another window wrote, in %s', async ([language, title, notice, keep, saved]) => {
  const opened = await openWithTimers({ language });
  answerNewer(opened);
  fill(title, 'Typed here');
  await pause();
  const shown = await screen.findByText(notice);
  expect(shown.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-05T12:00:00Z');
  fill(title, 'Typed here, more');
  await pause(600_000);
  expect(revisionsSent(opened)).toEqual([0]);
  expect(field(title).value).toBe('Typed here, more');
  await press(opened, keep);
  await screen.findByText(saved);
  expect(revisionsSent(opened)).toEqual([0, 2]);
  expect(opened.api.sent(workingCopyApi.put)[1]?.body.title).toBe('Typed here, more');
  expect(screen.queryByText(notice)).toBeNull();
});

test("adopting another window's text keeps own text as a draft", async () => {
  const opened = await openWithTimers();
  answerNewer(opened);
  fill('Title', 'Typed here');
  await pause();
  await screen.findByText(/^Autosave is paused\./);
  await press(opened, 'Use the other changes');
  expect(field('Title').value).toBe('Typed in another window');
  await screen.findByText(/^Your own changes are kept in this browser/);
  await pause(600_000);
  expect(revisionsSent(opened)).toEqual([0]);
  fill('Title', 'Typed in another window, and here');
  await pause();
  await screen.findByText(/^Autosaved/);
  expect(revisionsSent(opened)).toEqual([0, 2]);
});

test('compares both texts before the result', async () => {
  const opened = await openWithTimers();
  answerNewer(opened);
  fill('Title', 'Typed here');
  await pause();
  await screen.findByText(/^Autosave is paused\./);
  await press(opened, 'View');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Typed here')).toBeTruthy();
  expect(dialog.getByText('Typed in another window')).toBeTruthy();
});

test('continues after a lost autosave response', async () => {
  const opened = await openWithTimers();
  let kept = workingCopy({ revision: 0 });
  opened.api.answer(workingCopyApi.put, ({ body: { baseRevision, revision, ...content } }) => {
    if (revision !== kept.revision) throw httpError(409, { message: messages.staleRevision, current: kept });
    kept = workingCopy({ baseRevision, revision: revision + 1, content });
    if (kept.revision === 1) throw httpError(0);
    return kept;
  });
  fill('Title', 'Typed');
  await pause();
  await screen.findByText(/^Autosave failed/);
  fill('Title', 'Typed, more');
  await pause(10_000);
  await screen.findByText(/^Autosaved/);
  expect(revisionsSent(opened)).toEqual([0, 0, 1]);
  expect(kept.content.title).toBe('Typed, more');
});

test('keeps a newer working copy of another window on leaving', async () => {
  const opened = await openWithTimers({ copy: workingCopy() });
  await screen.findByText(/Unsaved changes restored from/);
  const current = workingCopy({ revision: 2 });
  opened.api.answer(workingCopyApi.delete, () => {
    throw httpError(409, { message: messages.staleRevision, current });
  });
  await press(opened, 'Discard');
  await pause(600_000);
  expect(opened.api.sent(workingCopyApi.delete).map(({ query }) => query)).toEqual([{ revision: 1 }]);
});

test('offers sign-in when autosave finds the session expired', async () => {
  const opened = await openWithTimers();
  localStorage.clear();
  fill('Title', 'Typed');
  await pause();
  await screen.findByText('Your session has ended. Your changes are kept in this browser.');
  expect(screen.queryByRole('dialog')).toBeNull();
  await press(opened, 'Sign in');
  await screen.findByRole('dialog', { name: 'Sign in again' });
});
